BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0008');
CREATE TABLE "browsers" (
	id TEXT NOT NULL, 
	name TEXT, 
	setup TEXT, 
	created BIGINT NOT NULL, 
	preferences TEXT, 
	my_setup TEXT, board_name TEXT, became TEXT CONSTRAINT fk_browsers_became_browsers REFERENCES browsers (id), 
	CONSTRAINT pk_browsers PRIMARY KEY (id)
);
INSERT INTO "browsers" VALUES('PTMChV93u8l0iEjsbf_L5g',NULL,NULL,1000,NULL,NULL,NULL,NULL);
CREATE TABLE codes (
	hash TEXT NOT NULL, 
	browser TEXT NOT NULL, 
	"table" TEXT, 
	until BIGINT NOT NULL, 
	used BIGINT, 
	taker TEXT, lasting INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_codes PRIMARY KEY (hash), 
	CONSTRAINT fk_codes_browser_browsers FOREIGN KEY(browser) REFERENCES browsers (id), 
	CONSTRAINT fk_codes_table_tables FOREIGN KEY("table") REFERENCES tables (id)
);
INSERT INTO "codes" VALUES('cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd','PTMChV93u8l0iEjsbf_L5g','playing',601000,NULL,NULL,0);
CREATE TABLE cookies (
	hash TEXT NOT NULL, 
	browser TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	CONSTRAINT pk_cookies PRIMARY KEY (hash), 
	CONSTRAINT fk_cookies_browser_browsers FOREIGN KEY(browser) REFERENCES browsers (id)
);
INSERT INTO "cookies" VALUES('abababababababababababababababababababababababababababababababab','PTMChV93u8l0iEjsbf_L5g',1000);
CREATE TABLE daily_deals (
	date TEXT NOT NULL, 
	seed TEXT NOT NULL, 
	commitment TEXT NOT NULL, 
	shuffle INTEGER NOT NULL, 
	computers INTEGER NOT NULL, 
	created BIGINT NOT NULL, 
	CONSTRAINT pk_daily_deals PRIMARY KEY (date)
);
CREATE TABLE games (
	id TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	deal INTEGER NOT NULL, 
	server_seed TEXT NOT NULL, 
	commitment TEXT NOT NULL, 
	deal_seed TEXT, 
	dealer INTEGER, 
	started BIGINT, 
	ended BIGINT, 
	winner INTEGER, 
	reason TEXT, 
	play_ms BIGINT, archived INTEGER, private INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_games PRIMARY KEY (id), 
	CONSTRAINT fk_games_table_tables FOREIGN KEY("table") REFERENCES tables (id), 
	CONSTRAINT uq_games_table_deal UNIQUE ("table", deal)
);
INSERT INTO "games" VALUES('game waiting','waiting',1,'5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e','c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "games" VALUES('game playing','playing',1,'5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e','c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0','dededededededededededededededededededededededededededededededede',1,2000,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "games" VALUES('game paused','paused',1,'5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e','c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0','dededededededededededededededededededededededededededededededede',1,2000,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "games" VALUES('game over','over',1,'5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e','c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0','dededededededededededededededededededededededededededededededede',1,2000,2000,0,'all_cards',61250,NULL,0);
CREATE TABLE log (
	"table" TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	ms BIGINT NOT NULL, 
	kind TEXT NOT NULL, 
	seat INTEGER, 
	payload TEXT NOT NULL, 
	CONSTRAINT pk_log PRIMARY KEY ("table", seq), 
	CONSTRAINT fk_log_table_tables FOREIGN KEY("table") REFERENCES tables (id)
)
 WITHOUT ROWID

;
INSERT INTO "log" VALUES('over',0,3,'opened',NULL,'{"seats":[{"browser":"PTMChV93u8l0iEjsbf_L5g","kind":"person","level":null,"name":"Ada"},{"browser":null,"kind":"computer","level":1,"name":"North"}],"setup":{"mode":"solo","preset":"duel","window_ms":1500}}');
INSERT INTO "log" VALUES('over',1,3,'sealed',NULL,'{"commitment":"c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0","deal":1,"id":"game over","server_seed":"5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e"}');
INSERT INTO "log" VALUES('over',2,3,'dealt',NULL,'{"deal":1,"deal_seed":"dededededededededededededededededededededededededededededededede","dealer":1}');
INSERT INTO "log" VALUES('over',3,412,'reveal',1,'{"card":"QS","n":3}');
INSERT INTO "log" VALUES('over',4,3,'paused',NULL,'{}');
INSERT INTO "log" VALUES('over',5,3,'resumed',NULL,'{}');
INSERT INTO "log" VALUES('over',6,3,'ended',NULL,'{"counts":[52,0],"deal":1,"play_ms":61250,"reason":"all_cards","winner":0}');
INSERT INTO "log" VALUES('paused',0,3,'opened',NULL,'{"seats":[{"browser":"PTMChV93u8l0iEjsbf_L5g","kind":"person","level":null,"name":"Ada"},{"browser":null,"kind":"computer","level":1,"name":"North"}],"setup":{"mode":"solo","preset":"duel","window_ms":1500}}');
INSERT INTO "log" VALUES('paused',1,3,'sealed',NULL,'{"commitment":"c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0","deal":1,"id":"game paused","server_seed":"5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e"}');
INSERT INTO "log" VALUES('paused',2,3,'dealt',NULL,'{"deal":1,"deal_seed":"dededededededededededededededededededededededededededededededede","dealer":1}');
INSERT INTO "log" VALUES('paused',3,412,'reveal',1,'{"card":"QS","n":3}');
INSERT INTO "log" VALUES('paused',4,3,'paused',NULL,'{}');
INSERT INTO "log" VALUES('playing',0,3,'opened',NULL,'{"seats":[{"browser":"PTMChV93u8l0iEjsbf_L5g","kind":"person","level":null,"name":"Ada"},{"browser":null,"kind":"computer","level":1,"name":"North"}],"setup":{"mode":"solo","preset":"duel","window_ms":1500}}');
INSERT INTO "log" VALUES('playing',1,3,'sealed',NULL,'{"commitment":"c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0","deal":1,"id":"game playing","server_seed":"5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e"}');
INSERT INTO "log" VALUES('playing',2,3,'dealt',NULL,'{"deal":1,"deal_seed":"dededededededededededededededededededededededededededededededede","dealer":1}');
INSERT INTO "log" VALUES('playing',3,412,'reveal',1,'{"card":"QS","n":3}');
INSERT INTO "log" VALUES('waiting',0,3,'opened',NULL,'{"seats":[{"browser":"PTMChV93u8l0iEjsbf_L5g","kind":"person","level":null,"name":"Ada"},{"browser":null,"kind":"computer","level":1,"name":"North"}],"setup":{"mode":"solo","preset":"duel","window_ms":1500}}');
INSERT INTO "log" VALUES('waiting',1,3,'sealed',NULL,'{"commitment":"c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0","deal":1,"id":"game waiting","server_seed":"5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e"}');
CREATE TABLE "results" (
	game TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	cards INTEGER NOT NULL, 
	kind TEXT, 
	name TEXT, 
	level INTEGER, 
	browser TEXT, 
	CONSTRAINT pk_results PRIMARY KEY (game, seat), 
	CONSTRAINT fk_results_game_games FOREIGN KEY(game) REFERENCES games (id), 
	CONSTRAINT fk_results_browser_browsers FOREIGN KEY(browser) REFERENCES browsers (id)
);
INSERT INTO "results" VALUES('game over',0,52,'person','Ada',NULL,'PTMChV93u8l0iEjsbf_L5g');
INSERT INTO "results" VALUES('game over',1,0,'computer','North',1,NULL);
CREATE TABLE scores (
	game TEXT NOT NULL, 
	date TEXT NOT NULL, 
	browser TEXT NOT NULL, 
	points INTEGER NOT NULL, 
	won INTEGER NOT NULL, 
	play_ms BIGINT NOT NULL, 
	wrong INTEGER NOT NULL, 
	"right" INTEGER NOT NULL, 
	chances INTEGER NOT NULL, 
	piles INTEGER NOT NULL, 
	best_ms INTEGER, 
	refused TEXT, 
	ended BIGINT NOT NULL, 
	best INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_scores PRIMARY KEY (game), 
	CONSTRAINT fk_scores_browser_browsers FOREIGN KEY(browser) REFERENCES browsers (id), 
	CONSTRAINT fk_scores_game_games FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE seats (
	"table" TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	name TEXT NOT NULL, 
	level INTEGER, 
	browser TEXT, 
	CONSTRAINT pk_seats PRIMARY KEY ("table", seat), 
	CONSTRAINT fk_seats_browser_browsers FOREIGN KEY(browser) REFERENCES browsers (id), 
	CONSTRAINT fk_seats_table_tables FOREIGN KEY("table") REFERENCES tables (id)
);
INSERT INTO "seats" VALUES('waiting',0,'person','Ada',NULL,'PTMChV93u8l0iEjsbf_L5g');
INSERT INTO "seats" VALUES('waiting',1,'computer','North',1,NULL);
INSERT INTO "seats" VALUES('playing',0,'person','Ada',NULL,'PTMChV93u8l0iEjsbf_L5g');
INSERT INTO "seats" VALUES('playing',1,'computer','North',1,NULL);
INSERT INTO "seats" VALUES('paused',0,'person','Ada',NULL,'PTMChV93u8l0iEjsbf_L5g');
INSERT INTO "seats" VALUES('paused',1,'computer','North',1,NULL);
INSERT INTO "seats" VALUES('over',0,'person','Ada',NULL,'PTMChV93u8l0iEjsbf_L5g');
INSERT INTO "seats" VALUES('over',1,'computer','North',1,NULL);
CREATE TABLE statistic_days (
	browser TEXT NOT NULL, 
	day INTEGER NOT NULL, 
	mode TEXT NOT NULL, 
	seats INTEGER NOT NULL, 
	level TEXT NOT NULL, 
	device TEXT NOT NULL, 
	figures TEXT NOT NULL, 
	CONSTRAINT pk_statistic_days PRIMARY KEY (browser, day, mode, seats, level, device), 
	CONSTRAINT fk_statistic_days_browser_browsers FOREIGN KEY(browser) REFERENCES browsers (id)
);
CREATE TABLE statistic_sums (
	browser TEXT NOT NULL, 
	mode TEXT NOT NULL, 
	seats INTEGER NOT NULL, 
	level TEXT NOT NULL, 
	device TEXT NOT NULL, 
	figures TEXT NOT NULL, 
	CONSTRAINT pk_statistic_sums PRIMARY KEY (browser, mode, seats, level, device), 
	CONSTRAINT fk_statistic_sums_browser_browsers FOREIGN KEY(browser) REFERENCES browsers (id)
);
CREATE TABLE statistics (
	game TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	browser TEXT NOT NULL, 
	ended BIGINT NOT NULL, 
	day INTEGER NOT NULL, 
	mode TEXT NOT NULL, 
	seats INTEGER NOT NULL, 
	level TEXT NOT NULL, 
	device TEXT NOT NULL, 
	outcome TEXT NOT NULL, 
	"right" INTEGER NOT NULL, 
	wrong INTEGER NOT NULL, 
	median INTEGER, 
	figures TEXT NOT NULL, 
	slaps TEXT NOT NULL, 
	CONSTRAINT pk_statistics PRIMARY KEY (game, seat), 
	CONSTRAINT fk_statistics_browser_browsers FOREIGN KEY(browser) REFERENCES browsers (id), 
	CONSTRAINT fk_statistics_game_games FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE streaks (
	browser TEXT NOT NULL, 
	current INTEGER NOT NULL, 
	best INTEGER NOT NULL, 
	ended BIGINT NOT NULL, 
	CONSTRAINT pk_streaks PRIMARY KEY (browser), 
	CONSTRAINT fk_streaks_browser_browsers FOREIGN KEY(browser) REFERENCES browsers (id)
);
CREATE TABLE tables (
	id TEXT NOT NULL, 
	mode TEXT NOT NULL, 
	preset TEXT NOT NULL, 
	setup TEXT NOT NULL, 
	state TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	touched BIGINT NOT NULL, 
	CONSTRAINT pk_tables PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('waiting','solo','duel','{"mode":"solo","preset":"duel","window_ms":1500}','waiting',2000,2000);
INSERT INTO "tables" VALUES('playing','solo','duel','{"mode":"solo","preset":"duel","window_ms":1500}','playing',2000,2000);
INSERT INTO "tables" VALUES('paused','solo','duel','{"mode":"solo","preset":"duel","window_ms":1500}','paused',2000,2000);
INSERT INTO "tables" VALUES('over','solo','duel','{"mode":"solo","preset":"duel","window_ms":1500}','over',2000,2000);
CREATE TABLE tries (
	date TEXT NOT NULL, 
	browser TEXT NOT NULL, 
	"table" TEXT NOT NULL, 
	begun BIGINT NOT NULL, 
	CONSTRAINT pk_tries PRIMARY KEY (date, browser), 
	CONSTRAINT fk_tries_browser_browsers FOREIGN KEY(browser) REFERENCES browsers (id), 
	CONSTRAINT fk_tries_table_tables FOREIGN KEY("table") REFERENCES tables (id), 
	CONSTRAINT uq_tries_table UNIQUE ("table")
);
CREATE INDEX ix_seats_browser ON seats (browser);
CREATE INDEX ix_cookies_browser ON cookies (browser);
CREATE INDEX ix_codes_browser ON codes (browser);
CREATE INDEX ix_games_ended_archived ON games (ended, archived);
CREATE INDEX ix_tables_state_touched ON tables (state, touched);
CREATE INDEX ix_log_people ON log ("table", seq) WHERE kind IN ('opened', 'seated', 'named', 'ended');
CREATE INDEX ix_results_browser ON results (browser);
CREATE INDEX ix_tries_browser_date ON tries (browser, date);
CREATE INDEX ix_scores_browser_date ON scores (browser, date);
CREATE INDEX ix_scores_day ON scores (date, points DESC, ended, game) WHERE refused IS NULL;
CREATE INDEX ix_scores_best ON scores (points DESC, ended, game) WHERE best = 1;
CREATE INDEX ix_statistics_browser_ended_mode_seats_level_device ON statistics (browser, ended, mode, seats, level, device);
CREATE INDEX ix_browsers_became ON browsers (became);
COMMIT;
