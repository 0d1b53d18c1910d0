CREATE TABLE parts (part_id INTEGER PRIMARY KEY, part_name TEXT, unit_price REAL, in_stock INTEGER);
CREATE TABLE mechanics (mechanic_id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE jobs (job_id INTEGER PRIMARY KEY, plate TEXT, mechanic_id INTEGER REFERENCES mechanics(mechanic_id), done_on DATE);
CREATE TABLE job_parts (id INTEGER PRIMARY KEY, job_id INTEGER REFERENCES jobs(job_id), part_id INTEGER REFERENCES parts(part_id), quantity INTEGER);
INSERT INTO parts VALUES (1,'brake pad',20,14),(2,'wheel',50,3),(3,'oil filter',8,30);
INSERT INTO mechanics VALUES (1,'Ivo'),(2,'Lena');
INSERT INTO jobs VALUES (1,'AB-1',1,'2024-01-05'),(2,'AB-2',2,'2024-01-09'),(3,'AB-3',1,'2024-02-01');
INSERT INTO job_parts VALUES (1,1,1,4),(2,1,3,1),(3,2,2,2),(4,3,1,2);
