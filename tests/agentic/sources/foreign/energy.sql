CREATE TABLE sites (site_id integer PRIMARY KEY, site_name text, region text, opened date, area_m2 integer);
CREATE TABLE turbines (turbine_id integer PRIMARY KEY, site_id integer REFERENCES sites (site_id), maker text, rated_kw integer, height_m integer, commissioned integer, status text);
CREATE TABLE readings (reading_id integer PRIMARY KEY, turbine_id integer REFERENCES turbines (turbine_id), read_ts integer, output_kwh real, wind_speed real);
CREATE TABLE technicians (technician_id integer PRIMARY KEY, technician_name text, home_region text, hourly_rate real, started_on date);
CREATE TABLE jobs (job_id integer PRIMARY KEY, turbine_id integer REFERENCES turbines (turbine_id), technician_id integer REFERENCES technicians (technician_id), job_type text, scheduled_on date, finished_on date, hours real, parts_cost real);
CREATE TABLE alarms (alarm_id integer PRIMARY KEY, turbine_id integer REFERENCES turbines (turbine_id), code text, severity text, raised_at timestamp, cleared_at timestamp);
INSERT INTO sites VALUES (1,'North Ridge','Jutland','2008-05-01',52000),(2,'Sound East','Zealand','2014-09-15',31000),(3,'Green Dune','Jutland','2020-03-10',78000),(4,'Old Quay','Funen','2023-11-02',12000);
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 14)
INSERT INTO turbines SELECT i, 1 + i % 3, CASE i % 3 WHEN 0 THEN 'Vento' WHEN 1 THEN 'Aeron' ELSE 'Norda' END, 1500 + (i * 350) % 2800, 80 + (i * 7) % 60, 20080601 + (i % 12) * 10000, CASE i % 6 WHEN 0 THEN 'stopped' ELSE 'running' END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90)
INSERT INTO readings SELECT i, 1 + (i * 5) % 13, strftime('%s', '2024-01-01 06:00:00', '+' || (i * 4) || ' days'), 300 + (i * 137) % 2400, 3 + (i * 3) % 17 FROM n;
INSERT INTO technicians VALUES (1,'Mads','Jutland',48.5,'2012-01-09'),(2,'Nadia','Zealand',52,'2018-06-01'),(3,'Oskar','Jutland',45,'2022-02-14'),(4,'Petra','Funen',50,'2024-01-02');
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
INSERT INTO jobs SELECT i, 1 + (i * 3) % 14, 1 + (i * i) % 3, CASE i % 3 WHEN 0 THEN 'inspection' WHEN 1 THEN 'repair' ELSE 'oil change' END, date('2023-12-04', '+' || (i * 9) || ' days'), CASE WHEN i % 8 = 0 THEN NULL ELSE date('2023-12-04', '+' || (i * 9 - 2 + (i * 5) % 7) || ' days') END, 1 + (i * 7) % 9, 40 + (i * 61) % 900 FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
INSERT INTO alarms SELECT i, 1 + (i * 11) % 13, 'E' || (100 + i % 5), CASE i % 4 WHEN 0 THEN 'critical' WHEN 1 THEN 'minor' ELSE 'warning' END, datetime('2024-01-03 04:00:00', '+' || (i * 7) || ' days'), CASE WHEN i % 9 = 0 THEN NULL ELSE datetime('2024-01-03 04:00:00', '+' || (i * 7) || ' days', '+' || (1 + i % 12) || ' hours') END FROM n;
