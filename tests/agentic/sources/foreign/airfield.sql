CREATE TABLE airlines (carrier text PRIMARY KEY, name text);
CREATE TABLE airports (faa text PRIMARY KEY, name text, town text, alt integer);
CREATE TABLE planes (tailnum text PRIMARY KEY, engine text, engines integer, seats integer, wingspan_m real);
CREATE TABLE flights (flight_id integer PRIMARY KEY, month integer, carrier text REFERENCES airlines, tailnum text REFERENCES planes, origin text REFERENCES airports, dest text REFERENCES airports, arr_delay integer);
CREATE TABLE songs (song_id integer PRIMARY KEY, title text, band text, milliseconds integer);
CREATE TABLE customers (customer_id integer PRIMARY KEY, customer_name text, email text, address text, town text);
CREATE TABLE invoices (invoice_id integer PRIMARY KEY, customer_id integer REFERENCES customers, billing_town text, invoice_date text, settled_on text, total real);
CREATE TABLE refuels (refuel_id integer PRIMARY KEY, tailnum text REFERENCES planes, refuelled_on text, fuel_type text, fuel_kg real, cans integer, can_size_l integer, price_per_can_eur real, water_pct real);
INSERT INTO airlines VALUES ('B6','Blue Six'),('NA','North Air Inc.'),('QX','Quick Cross');
INSERT INTO airports VALUES ('AAR','Aarhus','Tirstrup',80),('BLL','Billund','Billund',250),('CPH','Kastrup','Copenhagen',16),('ODE','Odense','Beldringe',56);
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 15)
INSERT INTO planes SELECT 'N' || (100 + i), CASE WHEN i % 3 = 0 THEN 'Turbo-jet' ELSE 'Piston' END, 1 + i % 2, 4 + i, 9.5 + i FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 80)
INSERT INTO flights SELECT i, 1 + i % 12, CASE i % 4 WHEN 0 THEN 'B6' WHEN 1 THEN 'QX' ELSE 'NA' END, 'N' || (101 + i % 14), CASE i % 3 WHEN 0 THEN 'CPH' WHEN 1 THEN 'BLL' ELSE 'AAR' END, CASE i % 5 WHEN 0 THEN 'BLL' ELSE 'CPH' END, (i * 7) % 60 - 10 FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
INSERT INTO songs SELECT i, CASE WHEN i = 7 THEN 'Landing' WHEN i = 8 THEN 'Release' ELSE 'Air ' || i END, CASE WHEN i < 8 THEN 'Landing' ELSE 'Band ' || i END, 150000 + i * 17000 FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 15)
INSERT INTO customers SELECT i, CASE i WHEN 3 THEN 'Mia Holt' ELSE 'Person ' || i END, 'p' || i || '@example.org', i || ' Mill Road', CASE WHEN i % 2 THEN 'Odense' ELSE 'Vejle' END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
INSERT INTO invoices SELECT i, 1 + (i * 7) % 14, CASE WHEN i % 3 THEN 'Odense' ELSE 'Vejle' END, date('2023-01-05', '+' || (i * 16) || ' days'), CASE WHEN i % 6 THEN date('2023-02-05', '+' || (i * 16) || ' days') END, 10 + (i * 13) % 90 FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
INSERT INTO refuels SELECT i, 'N' || (101 + i % 13), date('2023-03-01', '+' || (i * 12) || ' days'), CASE i % 3 WHEN 0 THEN 'winter' ELSE 'summer' END, 20 + (i * 11) % 50, 1 + i % 5, 20, 30 + i % 4, (i % 7) / 10.0 FROM n;
CREATE TABLE postings (posting_id integer PRIMARY KEY, account text, posted_on text, amount_eur real);
INSERT INTO postings VALUES (1,'landing fees','2024-02-15',1200),(2,'wages','2024-02-20',900),(3,'landing fees','2024-05-15',1500),(4,'wages','2024-05-20',910),(5,'landing fees','2024-06-15',300);
