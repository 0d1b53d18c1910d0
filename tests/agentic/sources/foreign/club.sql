CREATE TABLE teams (team_id integer PRIMARY KEY, team_nm text, annual_budget_amt integer);
CREATE TABLE players (player_id integer PRIMARY KEY, player_nm text, team_id integer REFERENCES teams (team_id), position text, city_nm text, birth_date text, height_cm integer, injured_yn text, is_vip integer, signed_on text);
CREATE TABLE games (game_id integer PRIMARY KEY, game_type text, played_on date);
CREATE TABLE penalties (penalty_id integer PRIMARY KEY, game_id integer REFERENCES games (game_id), player_id integer REFERENCES players (player_id), minutes integer, severity integer, cause_txt text, appeal_flg text);
CREATE TABLE bookings (booking_id integer PRIMARY KEY, player_id integer REFERENCES players (player_id), booked_on date, paid_on date, total_price real, state text);
CREATE TABLE expenses (expense_id integer PRIMARY KEY, team_id integer REFERENCES teams (team_id), label text);
INSERT INTO teams VALUES (1, 'Rovers', 900), (2, 'United', 500), (3, 'Town', 500);
INSERT INTO players VALUES (1, 'Ann', 1, 'goalkeeper', 'York', '1990-05-01', 188, 'N', 1, '2020-02-01'), (2, 'Bea', 1, 'forward', 'York', '2001-06-01', 170, 'Y', 0, '2021-03-01'),
  (3, 'Cyd', 2, 'forward', 'Hull', '1999-01-01', 181, 'N', 0, '2021-04-01'), (4, 'Dee', 2, 'goalkeeper', 'Hull', '1970-02-03', 188, 'Y', 1, '2023-01-01'), (5, 'Eve', 3, 'forward', 'Bath', '1988-08-08', 165, 'N', 0, '2023-06-01');
INSERT INTO games VALUES (1, 'cup', '2023-05-01'), (2, 'cup', '2024-05-01'), (3, 'league', '2024-06-01');
INSERT INTO penalties VALUES (1, 1, 1, 2, 4, 'foul', 'Y'), (2, 2, 2, 5, 3, 'delay', 'Y'), (3, 2, 3, 10, 9, 'foul', 'Y'), (4, 3, 3, 2, 1, 'foul', 'Y');
INSERT INTO bookings VALUES (1, 1, '2024-01-01', '2024-01-05', 80, 'kept'), (2, 2, '2024-02-01', NULL, 120, 'cancelled'), (3, 3, '2024-03-01', '2024-03-02', 40, 'kept'), (4, 3, '2023-04-01', NULL, 60, 'kept');
INSERT INTO expenses VALUES (1, 1, 'bus');
