CREATE TABLE departments (id integer PRIMARY KEY, name text, floor integer);
CREATE TABLE doctors (id integer PRIMARY KEY, name text, department_id integer REFERENCES departments (id), specialty text, hired_on date, salary integer);
CREATE TABLE patients (id integer PRIMARY KEY, first_name text, last_name text, sex text, date_of_birth date, city text, insurer text);
CREATE TABLE admissions (id integer PRIMARY KEY, patient_id integer REFERENCES patients (id), department_id integer REFERENCES departments (id),
  admitted_on date, discharged_on date, diagnosis text, cost numeric(10, 2));
CREATE TABLE appointments (id integer PRIMARY KEY, patient_id integer REFERENCES patients (id), doctor_id integer REFERENCES doctors (id),
  starts_at timestamp, status text, fee numeric(8, 2));
CREATE TABLE prescriptions (id integer PRIMARY KEY, appointment_id integer REFERENCES appointments (id), drug text, quantity integer, unit_price numeric(8, 2));
CREATE TABLE lab_results (id integer PRIMARY KEY, patient_id integer REFERENCES patients (id), test_name text, value real, taken_on text);
INSERT INTO departments VALUES (1, 'Cardiology', 2), (2, 'Surgery', 3), (3, 'Paediatrics', 1), (4, 'Radiology', 0);
INSERT INTO doctors VALUES (1, 'Dr. Abel', 1, 'arrhythmia', '2012-05-01', 98000), (2, 'Dr. Bakshi', 1, 'heart failure', '2019-10-15', 87000),
  (3, 'Dr. Cohen', 2, 'trauma', '2008-01-07', 120000), (4, 'Dr. Diaz', 2, 'transplants', '2021-02-01', 110000), (5, 'Dr. Engel', 3, 'newborns', '2016-08-22', 84000),
  (6, 'Dr. Fuchs', 3, 'allergy', '2023-01-16', 76000), (7, 'Dr. Gomez', 2, 'trauma', '2018-04-03', 99000);
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 24)
INSERT INTO patients SELECT i, 'First' || i, 'Last' || (i % 11), CASE WHEN i % 5 < 2 THEN 'F' ELSE 'M' END, date('1940-06-01', '+' || (i * 1213) || ' days'),
  CASE i % 4 WHEN 0 THEN 'Lyon' WHEN 1 THEN 'Nice' WHEN 2 THEN 'Lille' ELSE 'Metz' END, CASE i % 3 WHEN 0 THEN 'Axion' WHEN 1 THEN 'Medica' ELSE NULL END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 36)
INSERT INTO admissions SELECT i, 1 + (i * 5) % 23, 1 + (i * 7) % 3, date('2023-02-03', '+' || (i * 16) || ' days'),
  CASE WHEN i % 9 = 0 THEN NULL ELSE date('2023-02-03', '+' || (i * 16 + 1 + (i * 5) % 13) || ' days') END,
  CASE i % 4 WHEN 0 THEN 'pneumonia' WHEN 1 THEN 'fracture' WHEN 2 THEN 'angina' ELSE 'appendicitis' END, 800 + (i * 377) % 5000 FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 70)
INSERT INTO appointments SELECT i, 1 + (i * i) % 22, 1 + (i * 3) % 6, datetime('2023-11-01 08:00:00', '+' || (i * 5) || ' days', '+' || ((i * 7) % 9) || ' hours'),
  CASE i % 7 WHEN 0 THEN 'cancelled' WHEN 1 THEN 'no-show' ELSE 'completed' END, 40 + (i * 9) % 70 FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
INSERT INTO prescriptions SELECT i, 1 + (i * 13) % 70, CASE i % 4 WHEN 0 THEN 'ibuprofen' WHEN 1 THEN 'amoxicillin' WHEN 2 THEN 'metformin' ELSE 'atorvastatin' END,
  1 + i % 3, 4 + (i * 3) % 17 + .25 FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 45)
INSERT INTO lab_results SELECT i, 1 + (i * 7) % 24, CASE i % 3 WHEN 0 THEN 'glucose' WHEN 1 THEN 'cholesterol' ELSE 'creatinine' END, 40 + (i * 31) % 160,
  strftime('%m/%d/%Y', date('2024-01-02', '+' || (i * 8) || ' days')) FROM n;
