CREATE TABLE teachers (teacher_id integer PRIMARY KEY, first_name text, last_name text, subject text, hired_on text, monthly_pay integer);
CREATE TABLE classes (class_id integer PRIMARY KEY, class_name text, grade_level integer, room text, teacher_id integer REFERENCES teachers (teacher_id));
CREATE TABLE pupils (pupil_id integer PRIMARY KEY, first_name text, last_name text, gender text, born_on date, class_id integer REFERENCES classes (class_id), has_bus_pass integer, enrolled_at integer);
CREATE TABLE exams (exam_id integer PRIMARY KEY, class_id integer REFERENCES classes (class_id), title text, held_on text, max_points integer);
CREATE TABLE results (result_id integer PRIMARY KEY, exam_id integer REFERENCES exams (exam_id), pupil_id integer REFERENCES pupils (pupil_id), points real, handed_in text);
CREATE TABLE absences (absence_id integer PRIMARY KEY, pupil_id integer REFERENCES pupils (pupil_id), absent_on date, reason text, is_excused integer);
INSERT INTO teachers VALUES (1,'Ida','Holm','maths','14.08.2010',4200),(2,'Ole','Berg','history','01.02.2016',3900),(3,'Pia','Krag','biology','20.09.2019',3700),(4,'Rolf','Lund','maths','03.01.2022',3500);
INSERT INTO classes VALUES (1,'5a',5,'R1',1),(2,'5b',5,'R2',2),(3,'6a',6,'R3',3),(4,'7a',7,'R4',1),(5,'8a',8,'R5',NULL);
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
INSERT INTO pupils SELECT i, 'P' || i, 'L' || (i % 9), CASE WHEN i % 5 < 3 THEN 'female' ELSE 'male' END, date('2010-01-05', '+' || (i * 53) || ' days'), 1 + (i * 7) % 4, i % 3 = 0, strftime('%s', '2022-08-15', '+' || (i * 11) || ' days') FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12)
INSERT INTO exams SELECT i, 1 + i % 4, 'Exam ' || i, strftime('%Y/%m/%d', '2023-10-02', '+' || (i * 23) || ' days'), 20 + (i % 3) * 10 FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 80)
INSERT INTO results SELECT i, 1 + (i * 5) % 12, 1 + (i * i) % 29, 5 + (i * 7) % 16, CASE WHEN i % 10 = 0 THEN NULL ELSE strftime('%Y/%m/%d', '2023-10-02', '+' || ((1 + (i * 5) % 12) * 23 + i % 6) || ' days') END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 45)
INSERT INTO absences SELECT i, 1 + (i * 4) % 27, date('2023-09-01', '+' || (i * 6) || ' days'), CASE i % 3 WHEN 0 THEN 'illness' WHEN 1 THEN 'travel' ELSE 'unknown' END, i % 4 > 0 FROM n;
