CREATE TABLE depots (depot_id integer PRIMARY KEY, depot_name text, country text, capacity_pallets integer);
CREATE TABLE drivers (driver_id integer PRIMARY KEY, driver_name text, depot_id integer REFERENCES depots (depot_id), licence_class text, hired integer);
CREATE TABLE vehicles (vehicle_id integer PRIMARY KEY, plate text, depot_id integer REFERENCES depots (depot_id), vehicle_type text, payload_kg integer, is_electric integer);
CREATE TABLE customers (customer_id integer PRIMARY KEY, customer_name text, country text, tier text);
CREATE TABLE shipments (shipment_id integer PRIMARY KEY, customer_id integer REFERENCES customers (customer_id), vehicle_id integer REFERENCES vehicles (vehicle_id),
  driver_id integer REFERENCES drivers (driver_id), weight_kg integer, distance_km integer, freight_cost numeric(10, 2), status text,
  created_ms integer, promised_on text, delivered_on text);
CREATE TABLE incidents (incident_id integer PRIMARY KEY, shipment_id integer REFERENCES shipments (shipment_id), kind text, cost numeric(10, 2), reported_on text);
CREATE TABLE fuel_stops (stop_id integer PRIMARY KEY, vehicle_id integer REFERENCES vehicles (vehicle_id), litres real, price_per_litre real, stopped_on text);
INSERT INTO depots VALUES (1, 'Rotterdam North', 'Netherlands', 900), (2, 'Lyon East', 'France', 450), (3, 'Turin', 'Italy', 300), (4, 'Ghent', 'Belgium', 520);
INSERT INTO drivers VALUES (1, 'Aldo', 3, 'CE', 20150412), (2, 'Bea', 1, 'C', 20190903), (3, 'Carl', 1, 'CE', 20210117), (4, 'Dora', 2, 'B', 20230601),
  (5, 'Emil', 2, 'CE', 20180220), (6, 'Fay', 4, 'C', 20221105);
INSERT INTO vehicles VALUES (1, 'NL-10', 1, 'truck', 12000, 0), (2, 'NL-11', 1, 'van', 1500, 1), (3, 'FR-20', 2, 'truck', 18000, 0), (4, 'FR-21', 2, 'van', 1200, 0),
  (5, 'IT-30', 3, 'truck', 24000, 0), (6, 'BE-40', 4, 'van', 1400, 1), (7, 'BE-41', 4, 'trailer', 26000, 0);
INSERT INTO customers VALUES (1, 'Northfield', 'Netherlands', 'gold'), (2, 'Paquet SA', 'France', 'silver'), (3, 'Rossi', 'Italy', 'silver'), (4, 'Van Hove', 'Belgium', 'bronze'),
  (5, 'Meier GmbH', 'Germany', 'gold'), (6, 'Lumen', 'France', 'bronze');
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 64)
INSERT INTO shipments SELECT i, 1 + (i * i * 3) % 5, 1 + (i * 5) % 6, 1 + (i * 3) % 5, 100 + (i * 173) % 2900, 40 + (i * 61) % 1100, 60 + (i * 47) % 900,
  CASE i % 8 WHEN 0 THEN 'lost' WHEN 1 THEN 'in transit' ELSE 'delivered' END, strftime('%s', '2023-10-05 07:15:00', '+' || (i * 8) || ' days') * 1000,
  strftime('%Y%m%d', '2023-10-05', '+' || (i * 8 + 6) || ' days'),
  CASE WHEN i % 8 < 2 THEN NULL ELSE strftime('%Y%m%d', '2023-10-05', '+' || (i * 8 + 2 + (i * 5) % 9) || ' days') END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 22)
INSERT INTO incidents SELECT i, 1 + (i * 5) % 61, CASE i % 3 WHEN 0 THEN 'damage' WHEN 1 THEN 'delay' ELSE 'theft' END, 20 + (i * 83) % 700,
  strftime('%d/%m/%Y', '2024-01-08', '+' || (i * 15) || ' days') FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
INSERT INTO fuel_stops SELECT i, 1 + (i * 3) % 7, 30 + (i * 17) % 90, 1.5 + (i % 5) * .05, strftime('%Y/%m/%d', '2024-01-04', '+' || (i * 7) || ' days') FROM n;
