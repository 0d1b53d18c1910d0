CREATE TABLE authors (author_id integer PRIMARY KEY, full_name text, country text, birth_year integer);
CREATE TABLE books (book_id integer PRIMARY KEY, title text, author_id integer REFERENCES authors (author_id), genre text,
  language text, pages integer, published_year integer, price numeric(8, 2));
CREATE TABLE branches (branch_id integer PRIMARY KEY, branch_name text, city text, opened_on date);
CREATE TABLE copies (copy_id integer PRIMARY KEY, book_id integer REFERENCES books (book_id),
  branch_id integer REFERENCES branches (branch_id), condition text, acquired_on date);
CREATE TABLE members (member_id integer PRIMARY KEY, name text, birth_date date, membership_type text, is_active integer,
  joined_at integer);
CREATE TABLE loans (loan_id integer PRIMARY KEY, copy_id integer REFERENCES copies (copy_id),
  member_id integer REFERENCES members (member_id), loaned_at integer, due_at integer, returned_at integer);
CREATE TABLE fines (fine_id integer PRIMARY KEY, loan_id integer REFERENCES loans (loan_id), amount numeric(6, 2), is_paid integer);
CREATE TABLE reservations (reservation_id integer PRIMARY KEY, book_id integer REFERENCES books (book_id),
  member_id integer REFERENCES members (member_id), reserved_on text);
INSERT INTO authors VALUES (1, 'Ines Calder', 'Portugal', 1951), (2, 'Tomas Brandt', 'Germany', 1968), (3, 'Yuki Arai', 'Japan', 1975),
  (4, 'Mara Lindqvist', 'Sweden', 1949), (5, 'Peter Okoye', 'Nigeria', 1982), (6, 'Klara Weiss', 'Germany', 1990);
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 18)
INSERT INTO books SELECT i, 'Book ' || char(64 + i), 1 + (i * 5) % 6,
  CASE i % 4 WHEN 0 THEN 'fiction' WHEN 1 THEN 'history' WHEN 2 THEN 'poetry' ELSE 'science' END,
  CASE i % 3 WHEN 0 THEN 'English' WHEN 1 THEN 'German' ELSE 'Portuguese' END, 90 + (i * 37) % 400, 1990 + (i * 7) % 34, 8 + (i * 13) % 29 + .5 FROM n;
INSERT INTO branches VALUES (1, 'Central', 'Hamburg', '1978-04-01'), (2, 'Harbour', 'Hamburg', '2001-09-15'), (3, 'Old Mill', 'Bremen', '1995-06-20'),
  (4, 'Garden', 'Kiel', '2015-03-02');
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
INSERT INTO copies SELECT i, 1 + (i * 7) % 17, 1 + (i * i) % 3, CASE i % 5 WHEN 0 THEN 'damaged' WHEN 1 THEN 'new' ELSE 'good' END,
  date('2019-01-10', '+' || (i * 41) || ' days') FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 15)
INSERT INTO members SELECT i, substr('AnnaBillCaraDuanElsaFinnGretHugoInkaJoanKoljLenaMiloNoraOtto', i * 4 - 3, 4), date('1960-02-11', '+' || (i * 997) || ' days'),
  CASE i % 3 WHEN 0 THEN 'student' WHEN 1 THEN 'adult' ELSE 'senior' END, i % 4 > 0, strftime('%s', '2021-03-01 09:30:00', '+' || (i * 63) || ' days') FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO loans SELECT i, 1 + (i * 11) % 37, 1 + (i * i) % 14, strftime('%s', '2023-09-02 10:00:00', '+' || (i * 9) || ' days'),
  strftime('%s', '2023-09-02 10:00:00', '+' || (i * 9 + 21) || ' days'),
  CASE WHEN i % 6 = 0 THEN NULL ELSE strftime('%s', '2023-09-02 10:00:00', '+' || (i * 9 + 5 + (i * 7) % 31) || ' days') END FROM n;
INSERT INTO fines SELECT loan_id, loan_id, (returned_at - due_at) / 86400 * .5, loan_id % 2 FROM loans WHERE returned_at > due_at;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
INSERT INTO reservations SELECT i, 1 + (i * 3) % 16, 1 + (i * 4) % 13, strftime('%d.%m.%Y', date('2024-01-20', '+' || (i * 17) || ' days')) FROM n;
