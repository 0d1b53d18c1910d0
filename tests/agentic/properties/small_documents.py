"""Small contracts, invoices, receipts and purchase orders of invented companies, as people keep them."""

from __future__ import annotations

CONTRACTS = {
    "alder-supply-contract.txt": """Supply Contract

Supplier: Alder Metals Ltd
Customer: Quill & Co
Date signed: 3 March 2022
Effective date: 1 April 2022
End date: 31 March 2024
Notice period: 90 days
Contract value: EUR 120,000
Governing law: Ireland
""",
    "birch-cleaning-contract.txt": """Cleaning Contract

Supplier: Birch Services GmbH
Customer: Quill & Co
Date signed: 12 May 2022
Effective date: 1 June 2022
Expiry date: 30 June 2024
Notice period: 30 days
Contract value: EUR 18,500
Governing law: Germany
""",
    "cedar-software-contract.md": """# Software Contract

| Term | Value |
| --- | --- |
| Supplier | Cedar Software Inc. |
| Customer | Quill & Co |
| Date signed | 2023-01-09 |
| Effective date | 2023-02-01 |
| End date | 2025-01-31 |
| Notice period | 3 months |
| Contract value | USD 64,000 |
| Governing law | Delaware |
""",
    "dogwood-lease-contract.txt": """Lease Contract

Landlord: Dogwood Estates plc
Tenant: Quill & Co
Date signed: 20 November 2020
Effective date: 1 January 2021
End date: 31 December 2026
Notice period: 6 months
Governing law: Ireland
""",
    "elm-security-contract.txt": """Security Contract

Supplier: Elm Guard Ltd
Customer: Quill & Co
Date signed: 1 July 2023
Effective date: 1 July 2023
Notice period: 60 days
Contract value: EUR 42,000
Governing law: Ireland
""",
    "fir-catering-contract.txt": """Catering Contract

Supplier: Fir Kitchen Ltd
Customer: Quill & Co
Date signed: 15 August 2023
Effective date: 1 September 2023
End date: 31 August 2024
Contract value: EUR 9,800
Governing law: Germany
""",
}
PROSE = {
    "rowan-service-contract.txt": """SERVICE CONTRACT

This Agreement is made between Rowan Data Ltd, a company registered in Ireland (the "Supplier"), and
Quill & Co (the "Customer"). It was entered into as of 14 February 2024.

1. Term
1.1 This Agreement commences on 1 March 2024 and remains in force until 28 February 2027.

2. Termination
2.1 Either party may terminate this Agreement by giving the other not less than 45 days' written notice.
2.2 A party may terminate at once if the other does not cure a breach within 10 days.
""",
}
INVOICES = {
    "invoice-2024-011.txt": """Invoice

Invoice number: 2024-011
Invoice date: 4 March 2024
Due date: 3 April 2024
Vendor: Alder Metals Ltd
Customer: Quill & Co

Total amount: EUR 305.00
""",
    "invoice-2024-012.txt": """Invoice

Invoice number: 2024-012
Invoice date: 18 March 2024
Due date: 17 April 2024
Vendor: Birch Services GmbH
Customer: Quill & Co

Total amount: EUR 1,250.50
""",
    "invoice-2024-019.md": """# Invoice 2024-019

Invoice date: 2 May 2024

Due date: 1 June 2024

Vendor: Alder Metals Limited

| Item | Quantity | Amount |
| --- | --- | --- |
| Steel rods | 10 | EUR 400.00 |
| Delivery | 1 | EUR 50.00 |

Total amount: EUR 450.00
""",
    "invoice-77.txt": """Invoice

Invoice number: 77
Invoice date: 9 January 2023
Vendor: Cedar Software Inc.
Total amount: USD 2,000.00
""",
    "invoice-2024-031.txt": """Invoice

Invoice number: 2024-031
Invoice date: 28 June 2024
Due date: 28 July 2024
Vendor: Birch Services GmbH
Total amount: EUR 99.00
""",
}
RECEIPTS = {
    "receipt-cafe.txt": """BLUE HERON CAFE
12 Harbour Street
Receipt No. 4711
Date: 05 March 2024

2 x Flat white        7.00
1 x Carrot cake       4.50
Total EUR 11.50
All prices include value added tax. Please keep this slip.
""",
    "receipt-taxi.txt": """Night Owl Taxi
Receipt #1042
9 April 2024
Airport to Harbour Street
Total: EUR 38.00
All prices include value added tax. Please keep this slip.
""",
    "receipt-books.txt": """Margin Books Ltd
Receipt number: B-220
Date 11/03/2024

Total EUR 24.90
All prices include value added tax. Please keep this slip.
""",
}
ORDERS = {
    "purchase-order-501.txt": """Purchase Order

PO number: 501
Order date: 5 February 2024
Vendor: Alder Metals Ltd
Delivery date: 1 March 2024
Department: Workshop
Order total: EUR 700.00
""",
    "purchase-order-502.txt": """Purchase Order

PO number: 502
Order date: 11 June 2024
Vendor: Elm Guard Ltd
Delivery date: 15 July 2024
Department: Facilities
Order total: EUR 2,400.00
""",
    "purchase-order-503.txt": """Purchase Order

PO number: 503
Order date: 20 June 2024
Vendor: Alder Metals Ltd
Department: Workshop
Order total: EUR 150.00
""",
}
PAPERS = {
    "nda-acme.md": """# Mutual Non-Disclosure Agreement

**Between** Acme Tools Ltd and Quill & Co.

- **Effective Date:** January 15, 2023
- **Expiration Date:** January 14, 2026
- **Notice:** thirty (30) days
- **Governing Law:** State of New York
""",
    "office-lease-agreement.txt": """LEASE AGREEMENT

This Lease Agreement is made on 1 May 2021 between Dogwood Estates plc (the "Landlord") and
Quill & Co (the "Tenant").

The lease begins on 1 June 2021 and ends on 31 May 2026. The monthly rent is EUR 4,500, payable in advance.
The Tenant may terminate the lease early by giving six months' notice in writing.
""",
    "maintenance-contract.txt": """Maintenance Contract
Contract No.: MC-88
Provider: Larch Lifts GmbH
Start: 01.02.2022
End: 31.01.2025
Cancellation period: 3 months
Annual fee: EUR 6,200
Status: active
""",
    "consulting-agreement.md": """# Consulting Agreement

| | |
| --- | --- |
| Consultant | Rowan Data Ltd |
| Client | Quill & Co |
| Commencement date | 2024-03-01 |
| Termination date | 2024-08-31 |
| Notice period | 2 weeks |
| Total fee | EUR 30,000 |
| Status | expired |
""",
    "datasheet-a1.txt": """Pressure sensor A1 datasheet

Supply voltage: 3.3 V
Operating temperature: -40 °C to 85 °C
Weight: 12 g
Warranty: 24 months
Interface: I2C
The sensor measures pressure in pipes and tanks of all kinds.
""",
    "datasheet-b2.txt": """Flow sensor B2 datasheet

Supply voltage: 12 V
Weight: 150 g
Warranty: 36 months
Interface: SPI
The sensor measures the flow of liquids in pipes of all kinds and sizes.
""",
    "certificate-iso.txt": """Certificate of Conformity

Certificate number: C-2291
Holder: Acme Tools Ltd
Issued on: 10 October 2022
Valid until: 9 October 2025
Standard: ISO 9001
This certifies that the holder operates a management system as required.
""",
    "inv-9001.txt": """INVOICE
Invoice No: 9001                         Date: 12/03/2024
From: Larch Lifts GmbH
Bill to: Quill & Co

Description              Qty      Price     Amount
Inspection                 1     300.00     300.00
Spare parts                4      25.00     100.00
                                 Net        400.00
                                 VAT 19%     76.00
                                 Total      476.00
Payment due: 11/04/2024
""",
    "inv-9002.txt": """INVOICE
Invoice # 9002
March 28, 2024
Larch Lifts GmbH, Liftweg 3, Berlin
Terms: Net 30

Inspection of two lifts in the east wing, with report
Amount due: €150.00
Due date: April 27, 2024
""",
}

SLIPS = {
    "payslip-noor-06.txt": """Quill & Co - PAYSLIP
Employee: Noor Salim
Pay period: June 2024
Hours worked: 140

Gross pay            2,600.00
Income tax             280.10
Net pay              2,190.40
""",
    "payslip-noor-07.txt": """Quill & Co - PAYSLIP
Employee: Noor Salim
Pay period: July 2024
Hours worked: 151

Gross pay            2,750.00
Income tax             310.00
Net pay              2,300.20
""",
    "payslip-rhys-07.txt": """Quill & Co - PAYSLIP
Employee: Rhys Morgan
Pay period: July 2024
Hours worked: 120

Gross pay            1,900.00
Income tax             150.00
Net pay              1,640.00
""",
    "certificate-resin.txt": """CERTIFICATE OF ANALYSIS
Product: Epoxy resin
Manufacturer: Larch Polymers
Lot number: R-2210
Purity (GC): 99.4 %
""",
    "certificate-wax.txt": """CERTIFICATE OF ANALYSIS
Product: Carnauba wax
Manufacturer: Larch Polymers
Lot number: W-0087
Purity (GC): 97.8 %
""",
    "factura-b12.txt": """TALLERES OLMO, S.L.

FACTURA n.º B-1293
Fecha: 27/04/2024
Vencimiento: 27/05/2024
Cliente: Quill & Co

Revisión del ascensor                 1     640,00 €    640,00 €

Base imponible: 640,00 €
IVA 21 %: 134,40 €
TOTAL FACTURA: 774,40 €
""",
    "invoice-4402.txt": """Marlow Joinery Ltd

INVOICE

To: Quill & Co                           Invoice No: 4402
                                         Date: 4 March 2024

Description                        Qty     Unit      Amount
Sash windows                         6     310.00    1,860.00
Fitting                              3     420.00    1,260.00

                                   Net               3,120.00
                                   VAT 20%             624.00
                                   Total GBP         3,744.00
""",
    "supply-agreement.md": """# Supply Agreement

This Supply Agreement is entered into as of January 10, 2024 by and between Tarn Dairy Ltd ("Supplier") and
Quill & Co ("Buyer"). A party may end it by giving sixty days' notice in writing.
""",
    "service-agreement.md": """# Service Agreement

This Service Agreement is entered into as of March 1, 2024 by and between Larch Lifts GmbH ("Provider") and
Quill & Co ("Client"). Either party may terminate it on 30 days' written notice.
""",
    "nda-hexwell.md": """# Mutual Non-Disclosure Agreement

This Agreement is made on 4 November 2025 between Hexwell Robotics GmbH and Ostrava Castings a.s.
It is governed by the laws of Austria.
""",
    "flight-report-1.txt": """GLIDER FLIGHT REPORT
Aircraft: Kestrel 19
Flight date: 2026-05-02
Take-off site: Portmoak
Pilot: Jo Marr
Distance: 41.5 km
""",
    "flight-report-2.txt": """GLIDER FLIGHT REPORT
Aircraft: Kestrel 19
Flight date: 2026-05-09
Take-off site: Portmoak
Pilot: Jo Marr
Distance: 63 km
""",
    "northgate-0117.txt": """NORTHGATE VETERINARY CLINIC

Bill no. 0117                      Date of issue: 30 Mar 2026
Client: Owen Tarrant               Patient: Pixel

Consultation                                     46.00
X-ray                                           148.00
------------------------------------------------------
Subtotal                                        194.00
VAT @20%                                         38.80
TOTAL TO PAY                                   £232.80
Please pay by 13 April 2026.
""",
}
