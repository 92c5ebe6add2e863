BEGIN TRANSACTION;
CREATE TABLE accounts (
	person VARCHAR NOT NULL, 
	login VARCHAR NOT NULL, 
	password VARCHAR NOT NULL, 
	created BIGINT NOT NULL, 
	PRIMARY KEY (person), 
	FOREIGN KEY(person) REFERENCES people (id), 
	UNIQUE (login)
);
INSERT INTO "accounts" VALUES('69b3bb5815fe16bd','ada','$argon2id$v=19$m=65536,t=3,p=4$r02R7t7ArOYnfS7gs69nGA$CUkmWS/5ZXSFu8XjzNJG0iQxr2BAnqb/p0INePJox/o',1794809221269);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0005');
CREATE TABLE chat (
	"table" VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	person VARCHAR, 
	text TEXT NOT NULL, 
	note TEXT, request VARCHAR, 
	PRIMARY KEY ("table", number), 
	FOREIGN KEY("table") REFERENCES tables (id), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "chat" VALUES('af8b545eb818',0,1794809226947,'69b3bb5815fe16bd','Good luck, Ben!',NULL,'69b3bb5815fe16bd/872644bbc7077b41');
INSERT INTO "chat" VALUES('af8b545eb818',1,1794809226967,'a28e94a2aec12a79','You too.',NULL,'a28e94a2aec12a79/1c3c09e4c3b07ca4');
INSERT INTO "chat" VALUES('e9e19452f257',0,1794809228359,'69b3bb5815fe16bd','Good luck, Ben!',NULL,'69b3bb5815fe16bd/cce755b4be59c736');
INSERT INTO "chat" VALUES('e9e19452f257',1,1794809228361,'a28e94a2aec12a79','You too.',NULL,'a28e94a2aec12a79/d5fb73ff5f8acd79');
CREATE TABLE drafts (
	"table" VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	version INTEGER NOT NULL, 
	draft TEXT NOT NULL, 
	PRIMARY KEY ("table", seat, number), 
	FOREIGN KEY("table") REFERENCES tables (id)
);
INSERT INTO "drafts" VALUES('9ea9f6344c4d',0,0,101,6,'{"sets":[]}');
INSERT INTO "drafts" VALUES('e9e19452f257',0,0,3065,7,'{"tiles":[]}');
CREATE TABLE entries (
	"table" VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	seat INTEGER, 
	move TEXT, 
	chance TEXT NOT NULL, 
	events TEXT NOT NULL, 
	request VARCHAR, 
	person VARCHAR, 
	stored BIGINT NOT NULL, back INTEGER, 
	PRIMARY KEY ("table", version), 
	CONSTRAINT entries_request UNIQUE ("table", request), 
	FOREIGN KEY("table") REFERENCES tables (id)
);
INSERT INTO "entries" VALUES('c0be1a8037dc',0,0,NULL,NULL,'[{"stream":"tokens","to":null,"values":[1,4,2,0,3]},{"stream":"positions","to":0,"values":[2]},{"stream":"positions","to":1,"values":[3]},{"stream":"positions","to":2,"values":[1]},{"stream":"positions","to":3,"values":[0]},{"stream":"colours","to":0,"values":[2]},{"stream":"colours","to":1,"values":[0]},{"stream":"colours","to":2,"values":[3]},{"stream":"colours","to":3,"values":[1]},{"stream":"first seat","to":null,"values":[1]}]','[{"public":{"id":"quatrefoil.event.dealt","args":{"seat":1}},"private":{}},{"public":{"id":"quatrefoil.event.signals","args":{"up":[0,1,3],"count":3}},"private":{}}]',NULL,NULL,1794809221532,NULL);
INSERT INTO "entries" VALUES('c0be1a8037dc',1,46,1,'push south from west','[]','[{"public":{"id":"quatrefoil.event.pushed","args":{"seat":1,"move":"SOUTH_FROM_WEST","pushed":"R","ejected":"P"}},"private":{}},{"public":{"id":"quatrefoil.event.signals","args":{"up":[3],"count":1}},"private":{}}]','a28e94a2aec12a79/62e208379eb2595e','a28e94a2aec12a79',1794809221579,NULL);
INSERT INTO "entries" VALUES('c0be1a8037dc',2,4129,2,'twist clockwise','[]','[{"public":{"id":"quatrefoil.event.twisted","args":{"seat":2,"move":"CLOCKWISE"}},"private":{}},{"public":{"id":"quatrefoil.event.signals","args":{"up":[1],"count":1}},"private":{}}]',NULL,NULL,1794809225661,NULL);
INSERT INTO "entries" VALUES('c0be1a8037dc',3,5047,3,'push north from east','[]','[{"public":{"id":"quatrefoil.event.pushed","args":{"seat":3,"move":"NORTH_FROM_EAST","pushed":"P","ejected":"R"}},"private":{}},{"public":{"id":"quatrefoil.event.signals","args":{"up":[1,3],"count":2}},"private":{}}]',NULL,NULL,1794809226597,NULL);
INSERT INTO "entries" VALUES('c0be1a8037dc',4,5138,0,'stack','[]','[{"public":{"id":"quatrefoil.event.stacked","args":{"seat":0}},"private":{}},{"public":{"id":"quatrefoil.event.not_solved","args":{}},"private":{}}]','69b3bb5815fe16bd/508309d18301b939','69b3bb5815fe16bd',1794809226671,NULL);
INSERT INTO "entries" VALUES('af8b545eb818',0,0,NULL,NULL,'[]','[{"public":{"id":"coloryam.event.dealt","args":{"seat":0}},"private":{}}]',NULL,NULL,1794809226995,NULL);
INSERT INTO "entries" VALUES('af8b545eb818',1,8,0,'roll','[{"stream":"dice","to":null,"values":[5,3,3,3,0,4]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["6R","4Y","4R","4K","1Y","5O"],"rolls":1,"total":24}},"private":{}}]','69b3bb5815fe16bd/82f7c66c47069f85','69b3bb5815fe16bd',1794809227003,NULL);
INSERT INTO "entries" VALUES('af8b545eb818',2,15,0,'keep 4Y 4R 4K 5O','[{"stream":"dice","to":null,"values":[0,4]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["1K","4Y","4R","4K","5B","5O"],"rolls":2,"total":23}},"private":{}}]','69b3bb5815fe16bd/dcb462ce5535c56c','69b3bb5815fe16bd',1794809227010,NULL);
INSERT INTO "entries" VALUES('af8b545eb818',3,18,0,'keep 1K 4Y 4K 5B','[{"stream":"dice","to":null,"values":[3,4]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["1K","4Y","4R","4K","5B","5O"],"rolls":3,"total":23}},"private":{}},{"public":{"id":"coloryam.event.missed","args":{"seat":0,"total":23,"line":0}},"private":{}}]','69b3bb5815fe16bd/7882d978538bb720','69b3bb5815fe16bd',1794809227013,NULL);
INSERT INTO "entries" VALUES('af8b545eb818',4,20,0,'cross','[]','[{"public":{"id":"coloryam.event.crossed","args":{"seat":0,"line":0}},"private":{}}]','69b3bb5815fe16bd/81fe98b2c43d7d7e','69b3bb5815fe16bd',1794809227015,NULL);
INSERT INTO "entries" VALUES('af8b545eb818',5,21,1,'roll','[{"stream":"dice","to":null,"values":[2,2,4,1,2,2]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["3B","3O","5K","2Y","3K","3G"],"rolls":1,"total":19}},"private":{}}]','a28e94a2aec12a79/a94ffa68fc966e8e','a28e94a2aec12a79',1794809227016,NULL);
INSERT INTO "entries" VALUES('af8b545eb818',6,23,1,'keep 3O 5K 2Y 3K','[{"stream":"dice","to":null,"values":[0,2]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["1K","3O","5K","2Y","3K","3G"],"rolls":2,"total":17}},"private":{}}]','a28e94a2aec12a79/8c85670e89074e79','a28e94a2aec12a79',1794809227018,NULL);
INSERT INTO "entries" VALUES('0255299eff3c',0,0,NULL,NULL,'[{"stream":"first","to":null,"values":[1]},{"stream":"deck","to":null,"values":[13,3,4,7,9,5,11,3,1,23,7,1,7,3,20,4,8,16,7,4,0,9,1,3,10]},{"stream":"flip","to":null,"values":[3,0,2,3,1,3,1,0,3,3,2,0,2,3,1,3,1,1,3,0,3,2,2,3,1]}]','[{"public":{"id":"quivvit.event.dealt","args":{"seat":1}},"private":{}}]',NULL,NULL,1794809227357,NULL);
INSERT INTO "entries" VALUES('0255299eff3c',1,24,1,'c4 right','[{"stream":"deck","to":null,"values":[6,0,11,18]},{"stream":"flip","to":null,"values":[1,1,3,2]}]','[{"public":{"id":"quivvit.event.turned","args":{"seat":1,"cell":"c4","way":"right","cards":4,"points":8}},"private":{}}]','a28e94a2aec12a79/4c7e004fccc75a52','a28e94a2aec12a79',1794809227382,NULL);
INSERT INTO "entries" VALUES('0255299eff3c',2,36,0,'b1 right','[]','[{"public":{"id":"quivvit.event.turned","args":{"seat":0,"cell":"b1","way":"right","cards":0,"points":0}},"private":{}},{"public":{"id":"quivvit.event.round","args":{"seat":0,"round":2}},"private":{}}]','69b3bb5815fe16bd/ab3b0ffa1d07f5c5','69b3bb5815fe16bd',1794809227393,NULL);
INSERT INTO "entries" VALUES('0255299eff3c',3,65,0,'c2 left','[]','[{"public":{"id":"quivvit.event.turned","args":{"seat":0,"cell":"c2","way":"left","cards":0,"points":0}},"private":{}}]','69b3bb5815fe16bd/8ec8fa317cd63854','69b3bb5815fe16bd',1794809227443,NULL);
INSERT INTO "entries" VALUES('0255299eff3c',4,111,1,'d4 left','[{"stream":"deck","to":null,"values":[3,17,5]},{"stream":"flip","to":null,"values":[1,0,0]}]','[{"public":{"id":"quivvit.event.turned","args":{"seat":1,"cell":"d4","way":"left","cards":3,"points":2}},"private":{}},{"public":{"id":"quivvit.event.round","args":{"seat":1,"round":3}},"private":{}}]','a28e94a2aec12a79/bdf38383276b6fb4','a28e94a2aec12a79',1794809227477,NULL);
INSERT INTO "entries" VALUES('0255299eff3c',5,176,1,'b1 right','[{"stream":"deck","to":null,"values":[12,11,6,12,22]},{"stream":"flip","to":null,"values":[2,1,0,0,2]}]','[{"public":{"id":"quivvit.event.turned","args":{"seat":1,"cell":"b1","way":"right","cards":5,"points":8}},"private":{}}]','a28e94a2aec12a79/88132b4d8b3167b0','a28e94a2aec12a79',1794809227534,NULL);
INSERT INTO "entries" VALUES('0255299eff3c',6,215,0,'b1 left','[{"stream":"deck","to":null,"values":[13,9,8,0]},{"stream":"flip","to":null,"values":[3,2,3,1]}]','[{"public":{"id":"quivvit.event.turned","args":{"seat":0,"cell":"b1","way":"left","cards":4,"points":5}},"private":{}},{"public":{"id":"quivvit.event.round","args":{"seat":0,"round":4}},"private":{}}]','69b3bb5815fe16bd/e36611b5cd5881c2','69b3bb5815fe16bd',1794809227572,NULL);
INSERT INTO "entries" VALUES('9ea9f6344c4d',0,0,NULL,NULL,'[{"stream":"deal 1","to":0,"values":[26,23,24,5,11,27,1,27,11]},{"stream":"deal 1","to":1,"values":[20,15,33,18,35,22,25,3,10]}]','[{"public":{"id":"qwirkle_cards.event.dealt","args":{"seat":0,"size":3}},"private":{}}]',NULL,NULL,1794809227994,NULL);
INSERT INTO "entries" VALUES('9ea9f6344c4d',1,21,0,'[Ra Oa Ga]','[{"stream":"deck","to":0,"values":[29,26,8]}]','[{"public":{"id":"qwirkle_cards.event.played","args":{"seat":0,"cards":["Ra","Oa","Ga"]}},"private":{}},{"public":{"id":"qwirkle_cards.event.drew","args":{"seat":0,"count":3}},"private":{"0":{"id":"qwirkle_cards.event.drew_these","args":{"seat":0,"cards":["Od","Bd","Ba"]}}}}]','69b3bb5815fe16bd/5e5578f2baac848b','69b3bb5815fe16bd',1794809228015,NULL);
INSERT INTO "entries" VALUES('9ea9f6344c4d',2,28,1,'[Gc Gd Gx]','[{"stream":"deck","to":1,"values":[30,13,12]}]','[{"public":{"id":"qwirkle_cards.event.played","args":{"seat":1,"cards":["Gc","Gd","Gx"]}},"private":{}},{"public":{"id":"qwirkle_cards.event.drew","args":{"seat":1,"count":3}},"private":{"1":{"id":"qwirkle_cards.event.drew_these","args":{"seat":1,"cards":["Yc","Ys","Pc"]}}}}]','a28e94a2aec12a79/bac27d50fe748170','a28e94a2aec12a79',1794809228022,NULL);
INSERT INTO "entries" VALUES('9ea9f6344c4d',3,45,0,'[Bc Bd Bl Ba]','[{"stream":"deck","to":0,"values":[35,5,16,1]}]','[{"public":{"id":"qwirkle_cards.event.played","args":{"seat":0,"cards":["Bc","Bd","Bl","Ba"]}},"private":{}},{"public":{"id":"qwirkle_cards.event.drew","args":{"seat":0,"count":4}},"private":{"0":{"id":"qwirkle_cards.event.drew_these","args":{"seat":0,"cards":["Rs","Ra","Yx","Pa"]}}}}]','69b3bb5815fe16bd/71bee42071e55c3d','69b3bb5815fe16bd',1794809228039,NULL);
INSERT INTO "entries" VALUES('9ea9f6344c4d',4,59,1,'[Bc Bd Bl Ba] > [Bc Bs Bd Bl Ba]','[{"stream":"deck","to":1,"values":[9]}]','[{"public":{"id":"qwirkle_cards.event.played","args":{"seat":1,"cards":["Bs"]}},"private":{}},{"public":{"id":"qwirkle_cards.event.drew","args":{"seat":1,"count":1}},"private":{"1":{"id":"qwirkle_cards.event.drew_these","args":{"seat":1,"cards":["Ol"]}}}}]','a28e94a2aec12a79/3850c0f66b1e9d4f','a28e94a2aec12a79',1794809228053,NULL);
INSERT INTO "entries" VALUES('9ea9f6344c4d',5,72,0,'[Ra Oa Pa]','[{"stream":"deck","to":0,"values":[19,31,9]}]','[{"public":{"id":"qwirkle_cards.event.played","args":{"seat":0,"cards":["Ra","Oa","Pa"]}},"private":{}},{"public":{"id":"qwirkle_cards.event.drew","args":{"seat":0,"count":3}},"private":{"0":{"id":"qwirkle_cards.event.drew_these","args":{"seat":0,"cards":["Ol","Gs","Ps"]}}}}]','69b3bb5815fe16bd/7ffcb54f50186e44','69b3bb5815fe16bd',1794809228067,NULL);
INSERT INTO "entries" VALUES('9ea9f6344c4d',6,90,1,'[Ol Yl Pl]','[{"stream":"deck","to":1,"values":[34,19,1]}]','[{"public":{"id":"qwirkle_cards.event.played","args":{"seat":1,"cards":["Ol","Yl","Pl"]}},"private":{}},{"public":{"id":"qwirkle_cards.event.drew","args":{"seat":1,"count":3}},"private":{"1":{"id":"qwirkle_cards.event.drew_these","args":{"seat":1,"cards":["Rs","Gs","Px"]}}}}]','a28e94a2aec12a79/b38fa50ad909bc09','a28e94a2aec12a79',1794809228084,NULL);
INSERT INTO "entries" VALUES('e9e19452f257',0,0,NULL,NULL,'[]','[{"public":{"id":"pivit.event.face_down","args":{}},"private":{}}]',NULL,NULL,1794809228365,NULL);
INSERT INTO "entries" VALUES('e9e19452f257',1,3,0,'ready','[]','[{"public":{"id":"pivit.event.ready","args":{"seat":0}},"private":{}}]','69b3bb5815fe16bd/7f1b08c0f7a187c6','69b3bb5815fe16bd',1794809228368,NULL);
INSERT INTO "entries" VALUES('e9e19452f257',2,5,1,'ready','[]','[{"public":{"id":"pivit.event.ready","args":{"seat":1}},"private":{}}]','a28e94a2aec12a79/320ec4431e56f2d9','a28e94a2aec12a79',1794809228370,NULL);
INSERT INTO "entries" VALUES('e9e19452f257',3,3005,NULL,NULL,'[{"stream":"middle","to":0,"values":[31,8,19,23,16,2,6,9,1,28,6,28,21,35,34,22,9,14,30,25,4,32,2,13]},{"stream":"middle","to":1,"values":[27,0,20,22,5,33,36,29,26,35,17,7,32,36,26,21,18,10,3,24,2,6,27,12]}]','[{"public":{"id":"pivit.event.go","args":{"round":1}},"private":{}}]',NULL,NULL,1794809231370,NULL);
INSERT INTO "entries" VALUES('e9e19452f257',4,3051,1,'trade **','[{"stream":"middle","to":1,"values":[11]}]','[{"public":{"id":"pivit.event.traded","args":{"seat":1}},"private":{"1":{"id":"pivit.event.traded_these","args":{"seat":1,"given":"**","got":"o6"}}}}]','a28e94a2aec12a79/4bf646604c3c45f8','a28e94a2aec12a79',1794809231416,NULL);
INSERT INTO "entries" VALUES('e9e19452f257',5,3054,1,'trade y6','[{"stream":"middle","to":1,"values":[34]}]','[{"public":{"id":"pivit.event.traded","args":{"seat":1}},"private":{"1":{"id":"pivit.event.traded_these","args":{"seat":1,"given":"y6","got":"p5"}}}}]','a28e94a2aec12a79/0c9a53a78481eeaf','a28e94a2aec12a79',1794809231419,NULL);
INSERT INTO "entries" VALUES('e9e19452f257',6,3055,1,'stop','[]','[{"public":{"id":"pivit.event.stop","args":{"seat":1}},"private":{}}]','a28e94a2aec12a79/0e0a94c765a4770d','a28e94a2aec12a79',1794809231420,NULL);
INSERT INTO "entries" VALUES('e9e19452f257',7,3062,1,'resume','[]','[{"public":{"id":"pivit.event.resume","args":{"seat":1}},"private":{}}]','a28e94a2aec12a79/c396354a8d286e98','a28e94a2aec12a79',1794809231427,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',0,0,NULL,NULL,'[]','[{"public":{"id":"coloryam.event.dealt","args":{"seat":0}},"private":{}}]',NULL,NULL,1794809231663,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',1,4,0,'roll','[{"stream":"dice","to":null,"values":[2,3,1,0,5,3]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["3B","4Y","2O","1O","6O","4B"],"rolls":1,"total":20}},"private":{}}]','69b3bb5815fe16bd/50caca5b79a4682e','69b3bb5815fe16bd',1794809231666,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',2,6,0,'keep 4Y 1O','[{"stream":"dice","to":null,"values":[0,4,5,2]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["1K","4Y","5K","1O","6O","3G"],"rolls":2,"total":20}},"private":{}}]','69b3bb5815fe16bd/3aa53e12e2516db6','69b3bb5815fe16bd',1794809231668,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',3,8,0,'stop','[]','[{"public":{"id":"coloryam.event.missed","args":{"seat":0,"total":20,"line":0}},"private":{}}]','69b3bb5815fe16bd/5a2d167c77c23c27','69b3bb5815fe16bd',1794809231670,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',4,10,0,'enter','[]','[{"public":{"id":"coloryam.event.second_chance","args":{"seat":0,"total":20,"line":2,"field":1}},"private":{}}]','69b3bb5815fe16bd/5fecde58e51790a2','69b3bb5815fe16bd',1794809231672,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',5,11,0,'roll','[{"stream":"dice","to":null,"values":[4,5,1,3,5,3]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["5Y","6K","2O","4K","6O","4B"],"rolls":1,"total":27}},"private":{}}]','69b3bb5815fe16bd/314ead8bc42c1086','69b3bb5815fe16bd',1794809231673,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',6,13,0,'keep 5Y 2O 6O 4B','[{"stream":"dice","to":null,"values":[5,5]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["5Y","6K","2O","6B","6O","4B"],"rolls":2,"total":29}},"private":{}}]','69b3bb5815fe16bd/6eddbfeb42e4d33b','69b3bb5815fe16bd',1794809231675,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',7,15,0,'keep 5Y 6K 6B 4B','[{"stream":"dice","to":null,"values":[5,4]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["5Y","6K","6G","6B","5B","4B"],"rolls":3,"total":32}},"private":{}},{"public":{"id":"coloryam.event.crossed","args":{"seat":0,"line":0}},"private":{}}]','69b3bb5815fe16bd/e0bcc7ecf33bfe6a','69b3bb5815fe16bd',1794809231677,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',8,16,1,'roll','[{"stream":"dice","to":null,"values":[0,0,2,5,1,4]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["1K","1G","3Y","6B","2R","5O"],"rolls":1,"total":18}},"private":{}}]','a28e94a2aec12a79/ab573a293025c753','a28e94a2aec12a79',1794809231678,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',9,18,1,'keep 1K 3Y','[{"stream":"dice","to":null,"values":[1,2,0,1]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["1K","2B","3Y","3R","1Y","2K"],"rolls":2,"total":12}},"private":{}}]','a28e94a2aec12a79/ace1fed1c4ca6b4c','a28e94a2aec12a79',1794809231680,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',10,20,1,'keep 3R 2K','[{"stream":"dice","to":null,"values":[4,2,5,3]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["5Y","3O","6G","3R","4G","2K"],"rolls":3,"total":23}},"private":{}},{"public":{"id":"coloryam.event.missed","args":{"seat":1,"total":23,"line":0}},"private":{}}]','a28e94a2aec12a79/187acc50617e54a7','a28e94a2aec12a79',1794809231682,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',11,21,1,'enter','[]','[{"public":{"id":"coloryam.event.second_chance","args":{"seat":1,"total":23,"line":2,"field":1}},"private":{}}]','a28e94a2aec12a79/87e298bec099cae2','a28e94a2aec12a79',1794809231683,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',12,23,1,'roll','[{"stream":"dice","to":null,"values":[5,1,2,2,0,4]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["6R","2B","3Y","3R","1Y","5O"],"rolls":1,"total":20}},"private":{}}]','a28e94a2aec12a79/a862fa09f405598d','a28e94a2aec12a79',1794809231685,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',13,24,1,'keep 6R 2B 3R','[{"stream":"dice","to":null,"values":[2,5,2]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["6R","2B","3Y","3R","6O","3G"],"rolls":2,"total":23}},"private":{}}]','a28e94a2aec12a79/603af21453b239e4','a28e94a2aec12a79',1794809231686,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',14,26,1,'keep 3Y 3R 6O 3G','[{"stream":"dice","to":null,"values":[0,0]},{"stream":"tie","to":null,"values":[3,4]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["1K","1G","3Y","3R","6O","3G"],"rolls":3,"total":17}},"private":{}},{"public":{"id":"coloryam.event.crossed","args":{"seat":1,"line":0}},"private":{}},{"public":{"id":"coloryam.event.scored","args":{"line":0,"points":[0,0]}},"private":{}},{"public":{"id":"coloryam.event.tie_rolled","args":{"seats":[0,1],"values":[4,5]}},"private":{}},{"public":{"id":"coloryam.event.begins","args":{"seat":1,"line":1}},"private":{}}]','a28e94a2aec12a79/4331ecad5ff95544','a28e94a2aec12a79',1794809231688,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',15,28,1,'roll','[{"stream":"dice","to":null,"values":[1,4,1,4,3,2]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["2G","5R","2O","5G","4G","3G"],"rolls":1,"total":21}},"private":{}}]','a28e94a2aec12a79/c531c3bbc6f6906e','a28e94a2aec12a79',1794809231690,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',16,30,1,'keep 2G 5G 4G 3G','[{"stream":"dice","to":null,"values":[3,0]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["2G","4Y","1B","5G","4G","3G"],"rolls":2,"total":19}},"private":{}}]','a28e94a2aec12a79/bdee3058452e5263','a28e94a2aec12a79',1794809231691,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',17,31,1,'keep 2G 4G 3G','[{"stream":"dice","to":null,"values":[0,3,1]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["2G","1G","4R","2Y","4G","3G"],"rolls":3,"total":16}},"private":{}},{"public":{"id":"coloryam.event.crossed","args":{"seat":1,"line":1}},"private":{}}]','a28e94a2aec12a79/002345b712d1727d','a28e94a2aec12a79',1794809231693,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',18,33,0,'roll','[{"stream":"dice","to":null,"values":[5,3,4,1,3,3]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["6R","4Y","5K","2Y","4G","4B"],"rolls":1,"total":25}},"private":{}}]','69b3bb5815fe16bd/a821b34a9caac6a4','69b3bb5815fe16bd',1794809231695,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',19,34,0,'keep 6R 5K 2Y 4B','[{"stream":"dice","to":null,"values":[2,0]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["6R","3O","5K","2Y","1Y","4B"],"rolls":2,"total":21}},"private":{}}]','69b3bb5815fe16bd/65d5d1bb34a44105','69b3bb5815fe16bd',1794809231696,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',20,36,0,'keep 3O 5K 2Y','[{"stream":"dice","to":null,"values":[2,5,0]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["3B","3O","5K","2Y","6O","1R"],"rolls":3,"total":20}},"private":{}},{"public":{"id":"coloryam.event.crossed","args":{"seat":0,"line":1}},"private":{}},{"public":{"id":"coloryam.event.scored","args":{"line":1,"points":[0,0]}},"private":{}},{"public":{"id":"coloryam.event.scored","args":{"line":2,"points":[1,2]}},"private":{}},{"public":{"id":"coloryam.event.begins","args":{"seat":1,"line":3}},"private":{}}]','69b3bb5815fe16bd/4d5de8bdb240e14c','69b3bb5815fe16bd',1794809231698,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',21,38,1,'roll','[{"stream":"dice","to":null,"values":[2,5,4,5,2,3]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["3B","6K","5K","6B","3K","4B"],"rolls":1,"total":27}},"private":{}}]','a28e94a2aec12a79/3a0a24ac38276175','a28e94a2aec12a79',1794809231699,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',22,39,1,'keep 5K 4B','[{"stream":"dice","to":null,"values":[4,0,2,3]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["5Y","1G","5K","3R","4G","4B"],"rolls":2,"total":22}},"private":{}}]','a28e94a2aec12a79/f7b9c5e40e922e08','a28e94a2aec12a79',1794809231701,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',23,41,1,'keep 5Y 1G 5K 3R 4G','[{"stream":"dice","to":null,"values":[0]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["5Y","1G","5K","3R","4G","1R"],"rolls":3,"total":19}},"private":{}},{"public":{"id":"coloryam.event.crossed","args":{"seat":1,"line":3}},"private":{}}]','a28e94a2aec12a79/816b3c6b711a1936','a28e94a2aec12a79',1794809231703,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',24,42,0,'roll','[{"stream":"dice","to":null,"values":[2,0,0,1,4,5]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["3B","1G","1B","2Y","5B","6Y"],"rolls":1,"total":18}},"private":{}}]','69b3bb5815fe16bd/b2e2c736940a364b','69b3bb5815fe16bd',1794809231704,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',25,44,0,'keep 1G 2Y','[{"stream":"dice","to":null,"values":[2,1,1,4]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["3B","1G","2O","2Y","2R","5O"],"rolls":2,"total":15}},"private":{}}]','69b3bb5815fe16bd/2dad9a69fafecd2c','69b3bb5815fe16bd',1794809231706,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',26,46,0,'keep 3B 2Y 2R 5O','[{"stream":"dice","to":null,"values":[5,1]},{"stream":"tie","to":null,"values":[5,2]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["3B","6K","2O","2Y","2R","5O"],"rolls":3,"total":20}},"private":{}},{"public":{"id":"coloryam.event.crossed","args":{"seat":0,"line":3}},"private":{}},{"public":{"id":"coloryam.event.scored","args":{"line":3,"points":[0,0]}},"private":{}},{"public":{"id":"coloryam.event.tie_rolled","args":{"seats":[0,1],"values":[6,3]}},"private":{}},{"public":{"id":"coloryam.event.begins","args":{"seat":0,"line":4}},"private":{}}]','69b3bb5815fe16bd/b6df218e74ba8174','69b3bb5815fe16bd',1794809231708,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',27,47,0,'roll','[{"stream":"dice","to":null,"values":[5,5,2,0,3,1]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["6R","6K","3Y","1O","4G","2K"],"rolls":1,"total":22}},"private":{}}]','69b3bb5815fe16bd/7789c579936be778','69b3bb5815fe16bd',1794809231709,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',28,49,0,'keep 6R 6K 3Y 4G 2K','[{"stream":"dice","to":null,"values":[4]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["6R","6K","3Y","5G","4G","2K"],"rolls":2,"total":26}},"private":{}}]','69b3bb5815fe16bd/f1404e5b26382494','69b3bb5815fe16bd',1794809231711,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',29,50,0,'keep 6R 3Y 4G 2K','[{"stream":"dice","to":null,"values":[5,1]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["6R","6K","3Y","2Y","4G","2K"],"rolls":3,"total":23}},"private":{}},{"public":{"id":"coloryam.event.missed","args":{"seat":0,"total":23,"line":4}},"private":{}}]','69b3bb5815fe16bd/86638db6ed1c83e2','69b3bb5815fe16bd',1794809231712,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',30,52,0,'enter','[]','[{"public":{"id":"coloryam.event.second_chance","args":{"seat":0,"total":23,"line":5,"field":2}},"private":{}}]','69b3bb5815fe16bd/2644af912eab4ebe','69b3bb5815fe16bd',1794809231714,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',31,53,0,'roll','[{"stream":"dice","to":null,"values":[1,2,4,5,0,1]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["2G","3O","5K","6B","1Y","2K"],"rolls":1,"total":19}},"private":{}}]','69b3bb5815fe16bd/6e3ab3032d41b6d1','69b3bb5815fe16bd',1794809231715,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',32,55,0,'keep 3O 5K 1Y','[{"stream":"dice","to":null,"values":[2,2,5]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["3B","3O","5K","3R","1Y","6Y"],"rolls":2,"total":21}},"private":{}}]','69b3bb5815fe16bd/de41f8d304bee97e','69b3bb5815fe16bd',1794809231716,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',33,56,0,'keep 3B 5K 3R 1Y','[{"stream":"dice","to":null,"values":[2,5]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["3B","3O","5K","3R","1Y","6Y"],"rolls":3,"total":21}},"private":{}},{"public":{"id":"coloryam.event.crossed","args":{"seat":0,"line":4}},"private":{}}]','69b3bb5815fe16bd/5a0ac2ad2bdbd67c','69b3bb5815fe16bd',1794809231718,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',34,58,1,'roll','[{"stream":"dice","to":null,"values":[1,3,2,4,0,5]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["2G","4Y","3Y","5G","1Y","6Y"],"rolls":1,"total":21}},"private":{}}]','a28e94a2aec12a79/97060ddfa56b63d9','a28e94a2aec12a79',1794809231719,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',35,59,1,'keep 2G 4Y 3Y 1Y','[{"stream":"dice","to":null,"values":[1,1]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["2G","4Y","3Y","2Y","1Y","2K"],"rolls":2,"total":14}},"private":{}}]','a28e94a2aec12a79/810aa417de17c364','a28e94a2aec12a79',1794809231721,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',36,61,1,'keep 3Y 2K','[{"stream":"dice","to":null,"values":[0,4,0,3]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["1K","5R","3Y","1O","4G","2K"],"rolls":3,"total":16}},"private":{}},{"public":{"id":"coloryam.event.crossed","args":{"seat":1,"line":4}},"private":{}},{"public":{"id":"coloryam.event.scored","args":{"line":4,"points":[0,0]}},"private":{}},{"public":{"id":"coloryam.event.begins","args":{"seat":1,"line":5}},"private":{}}]','a28e94a2aec12a79/3d6259adeb22562b','a28e94a2aec12a79',1794809231723,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',37,62,1,'roll','[{"stream":"dice","to":null,"values":[3,2,2,1,0,1]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["4O","3O","3Y","2Y","1Y","2K"],"rolls":1,"total":15}},"private":{}}]','a28e94a2aec12a79/d3e1b127f280f0bf','a28e94a2aec12a79',1794809231724,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',38,64,1,'keep 4O 3O 3Y 2Y 2K','[{"stream":"dice","to":null,"values":[2]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["4O","3O","3Y","2Y","3K","2K"],"rolls":2,"total":17}},"private":{}}]','a28e94a2aec12a79/a4e84a789fa6b250','a28e94a2aec12a79',1794809231726,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',39,65,1,'keep 3K','[{"stream":"dice","to":null,"values":[4,4,4,5,0]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["5Y","5R","5K","6B","3K","1R"],"rolls":3,"total":25}},"private":{}},{"public":{"id":"coloryam.event.entered","args":{"seat":1,"total":25,"line":5}},"private":{}},{"public":{"id":"coloryam.event.scored","args":{"line":5,"points":[1,2]}},"private":{}},{"public":{"id":"coloryam.event.begins","args":{"seat":1,"line":6}},"private":{}}]','a28e94a2aec12a79/078b15877a32b39c','a28e94a2aec12a79',1794809231727,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',40,67,1,'roll','[{"stream":"dice","to":null,"values":[0,3,2,3,5,2]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["1K","4Y","3Y","4K","6O","3G"],"rolls":1,"total":21}},"private":{}}]','a28e94a2aec12a79/84e3121601a93d59','a28e94a2aec12a79',1794809231729,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',41,68,1,'keep 4Y 6O 3G','[{"stream":"dice","to":null,"values":[5,2,0]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["6R","4Y","3Y","1O","6O","3G"],"rolls":2,"total":23}},"private":{}}]','a28e94a2aec12a79/16f3a6648fd4b5a0','a28e94a2aec12a79',1794809231730,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',42,70,1,'keep 4Y 6O 3G','[{"stream":"dice","to":null,"values":[2,0,3]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["3B","4Y","1B","4K","6O","3G"],"rolls":3,"total":21}},"private":{}},{"public":{"id":"coloryam.event.entered","args":{"seat":1,"total":21,"line":6}},"private":{}}]','a28e94a2aec12a79/78db58df8903cdc9','a28e94a2aec12a79',1794809231732,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',43,81,0,'roll','[{"stream":"dice","to":null,"values":[1,0,1,4,0,5]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["2G","1G","2O","5G","1Y","6Y"],"rolls":1,"total":17}},"private":{}}]','69b3bb5815fe16bd/0aa0eaa00dd45efb','69b3bb5815fe16bd',1794809231743,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',44,93,0,'keep 2G 1G 2O','[{"stream":"dice","to":null,"values":[4,2,1]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["2G","1G","2O","5G","3K","2K"],"rolls":2,"total":15}},"private":{}}]','69b3bb5815fe16bd/a3944bf3913cd3fc','69b3bb5815fe16bd',1794809231755,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',45,102,0,'keep 5G','[{"stream":"dice","to":null,"values":[2,5,4,2,0]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["3B","6K","5K","5G","3K","1R"],"rolls":3,"total":23}},"private":{}},{"public":{"id":"coloryam.event.crossed","args":{"seat":0,"line":6}},"private":{}},{"public":{"id":"coloryam.event.scored","args":{"line":6,"points":[0,2]}},"private":{}},{"public":{"id":"coloryam.event.begins","args":{"seat":1,"line":7}},"private":{}}]','69b3bb5815fe16bd/ffe0e96025617e81','69b3bb5815fe16bd',1794809231769,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',46,112,1,'roll','[{"stream":"dice","to":null,"values":[4,1,0,4,4,2]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["5Y","2B","1B","5G","5B","3G"],"rolls":1,"total":21}},"private":{}}]','a28e94a2aec12a79/905a2ff94955be4d','a28e94a2aec12a79',1794809231774,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',47,120,1,'keep 2B 1B 5G','[{"stream":"dice","to":null,"values":[4,4,2]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["5Y","2B","1B","5G","5B","3G"],"rolls":2,"total":21}},"private":{}}]','a28e94a2aec12a79/a80457661e321523','a28e94a2aec12a79',1794809231782,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',48,125,1,'keep 2B 1B','[{"stream":"dice","to":null,"values":[5,4,2,5]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["6R","2B","1B","5G","3K","6Y"],"rolls":3,"total":23}},"private":{}},{"public":{"id":"coloryam.event.entered","args":{"seat":1,"total":23,"line":7}},"private":{}}]','a28e94a2aec12a79/25c929ac24485725','a28e94a2aec12a79',1794809231789,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',49,132,0,'roll','[{"stream":"dice","to":null,"values":[3,3,4,5,4,4]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["4O","4Y","5K","6B","5B","5O"],"rolls":1,"total":29}},"private":{}}]','69b3bb5815fe16bd/647fadce47ac5572','69b3bb5815fe16bd',1794809231795,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',50,141,0,'keep 5K 6B','[{"stream":"dice","to":null,"values":[4,1,3,2]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["5Y","2B","5K","6B","4G","3G"],"rolls":2,"total":25}},"private":{}}]','69b3bb5815fe16bd/ed9f2dcca583de1b','69b3bb5815fe16bd',1794809231803,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',51,155,0,'keep 5Y 2B','[{"stream":"dice","to":null,"values":[0,2,5,3]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["5Y","2B","1B","3R","6O","4B"],"rolls":3,"total":21}},"private":{}},{"public":{"id":"coloryam.event.crossed","args":{"seat":0,"line":7}},"private":{}},{"public":{"id":"coloryam.event.scored","args":{"line":7,"points":[0,2]}},"private":{}},{"public":{"id":"coloryam.event.begins","args":{"seat":1,"line":8}},"private":{}}]','69b3bb5815fe16bd/31ad0f6b3efffb62','69b3bb5815fe16bd',1794809231817,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',52,165,1,'roll','[{"stream":"dice","to":null,"values":[5,5,4,4,5,2]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["6R","6K","5K","5G","6O","3G"],"rolls":1,"total":31}},"private":{}}]','a28e94a2aec12a79/28f18451314b16fb','a28e94a2aec12a79',1794809231827,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',53,180,1,'keep 6R 6K 6O','[{"stream":"dice","to":null,"values":[0,1,3]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["6R","6K","1B","2Y","6O","4B"],"rolls":2,"total":25}},"private":{}}]','a28e94a2aec12a79/bc27fb590c898dda','a28e94a2aec12a79',1794809231842,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',54,191,1,'keep 1B 2Y 4B','[{"stream":"dice","to":null,"values":[4,5,3]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["5Y","6K","1B","2Y","4G","4B"],"rolls":3,"total":22}},"private":{}},{"public":{"id":"coloryam.event.crossed","args":{"seat":1,"line":8}},"private":{}}]','a28e94a2aec12a79/8f3b3ace1958e7f1','a28e94a2aec12a79',1794809231853,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',55,197,0,'roll','[{"stream":"dice","to":null,"values":[2,0,3,3,0,1]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["3B","1G","4R","4K","1Y","2K"],"rolls":1,"total":15}},"private":{}}]','69b3bb5815fe16bd/38c8407df5178ffe','69b3bb5815fe16bd',1794809231861,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',56,208,0,'keep 1G 4R 4K','[{"stream":"dice","to":null,"values":[2,2,2]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["3B","1G","4R","4K","3K","3G"],"rolls":2,"total":18}},"private":{}}]','69b3bb5815fe16bd/1b4527d3bb7acda0','69b3bb5815fe16bd',1794809231870,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',57,217,0,'keep 3B 1G 4K 3K 3G','[{"stream":"dice","to":null,"values":[2]},{"stream":"tie","to":null,"values":[4,1]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["3B","1G","3Y","4K","3K","3G"],"rolls":3,"total":17}},"private":{}},{"public":{"id":"coloryam.event.crossed","args":{"seat":0,"line":8}},"private":{}},{"public":{"id":"coloryam.event.scored","args":{"line":8,"points":[0,0]}},"private":{}},{"public":{"id":"coloryam.event.tie_rolled","args":{"seats":[0,1],"values":[5,2]}},"private":{}},{"public":{"id":"coloryam.event.begins","args":{"seat":0,"line":9}},"private":{}}]','69b3bb5815fe16bd/aff49ac41be24002','69b3bb5815fe16bd',1794809231879,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',58,224,0,'roll','[{"stream":"dice","to":null,"values":[2,2,3,5,4,3]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["3B","3O","4R","6B","5B","4B"],"rolls":1,"total":25}},"private":{}}]','69b3bb5815fe16bd/7b82aa7ffc8dad63','69b3bb5815fe16bd',1794809231889,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',59,243,0,'keep 3O 6B','[{"stream":"dice","to":null,"values":[1,0,3,1]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["2G","3O","1B","6B","4G","2K"],"rolls":2,"total":18}},"private":{}}]','69b3bb5815fe16bd/87fb05cec6f969dd','69b3bb5815fe16bd',1794809231906,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',60,253,0,'keep 2G 1B 6B','[{"stream":"dice","to":null,"values":[4,0,5]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":0,"faces":["2G","5R","1B","6B","1Y","6Y"],"rolls":3,"total":21}},"private":{}},{"public":{"id":"coloryam.event.crossed","args":{"seat":0,"line":9}},"private":{}}]','69b3bb5815fe16bd/d7febac6fd832959','69b3bb5815fe16bd',1794809231917,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',61,263,1,'roll','[{"stream":"dice","to":null,"values":[3,4,2,5,3,5]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["4O","5R","3Y","6B","4G","6Y"],"rolls":1,"total":28}},"private":{}}]','a28e94a2aec12a79/7a08ae33df656fb2','a28e94a2aec12a79',1794809231929,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',62,277,1,'keep 3Y 4G','[{"stream":"dice","to":null,"values":[3,2,4,4]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["4O","3O","3Y","5G","4G","5O"],"rolls":2,"total":24}},"private":{}}]','a28e94a2aec12a79/6488904ad18c7e51','a28e94a2aec12a79',1794809231940,NULL);
INSERT INTO "entries" VALUES('821cdfae0c1f',63,295,1,'keep 3O 5G 4G','[{"stream":"dice","to":null,"values":[1,1,3]}]','[{"public":{"id":"coloryam.event.rolled","args":{"seat":1,"faces":["2G","3O","2O","5G","4G","4B"],"rolls":3,"total":20}},"private":{}},{"public":{"id":"coloryam.event.crossed","args":{"seat":1,"line":9}},"private":{}},{"public":{"id":"coloryam.event.scored","args":{"line":9,"points":[0,0]}},"private":{}},{"public":{"id":"coloryam.event.over","args":{}},"private":{}}]','a28e94a2aec12a79/fa5d0129ce9c2f29','a28e94a2aec12a79',1794809231958,NULL);
CREATE TABLE house (
	id INTEGER NOT NULL, 
	secret VARCHAR NOT NULL, 
	time BIGINT NOT NULL, 
	beat BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "house" VALUES(1,'9e0564be476efba27ca06846f6e4e1fd2793e68e1e5f43d73cb290a08079a94d',12838,1794809232441);
CREATE TABLE orders (
	id INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	target VARCHAR NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE people (
	id VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	created BIGINT NOT NULL, banned BIGINT, deleted BIGINT, 
	PRIMARY KEY (id)
);
INSERT INTO "people" VALUES('69b3bb5815fe16bd','Ada',1794809220240,NULL,NULL);
INSERT INTO "people" VALUES('a28e94a2aec12a79','Ben',1794809221324,NULL,NULL);
CREATE TABLE presence (
	process VARCHAR NOT NULL, 
	"table" VARCHAR NOT NULL, 
	person VARCHAR NOT NULL, 
	PRIMARY KEY (process, "table", person)
);
CREATE TABLE processes (
	id VARCHAR NOT NULL, 
	heard BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE ratings (
	player VARCHAR NOT NULL, 
	game VARCHAR NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	games INTEGER NOT NULL, 
	PRIMARY KEY (player, game)
);
INSERT INTO "ratings" VALUES('69b3bb5815fe16bd','coloryam',2.23646105068595026912e+01,8.06590141354368,1);
INSERT INTO "ratings" VALUES('a28e94a2aec12a79','coloryam',2.76353894931404973087e+01,8.06590141354368,1);
CREATE TABLE reports (
	id INTEGER NOT NULL, 
	"table" VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	reporter VARCHAR NOT NULL, 
	why TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	settled BOOLEAN DEFAULT 0 NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY("table") REFERENCES tables (id), 
	FOREIGN KEY(reporter) REFERENCES people (id)
);
CREATE TABLE results (
	"table" VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	member INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	person VARCHAR NOT NULL, 
	score INTEGER NOT NULL, 
	won BOOLEAN NOT NULL, 
	deal VARCHAR NOT NULL, 
	deal_name VARCHAR NOT NULL, 
	first BOOLEAN NOT NULL, 
	rating FLOAT, 
	ended BIGINT NOT NULL, 
	PRIMARY KEY ("table", seat, member), 
	FOREIGN KEY("table") REFERENCES tables (id), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "results" VALUES('c0be1a8037dc',0,0,'quatrefoil','69b3bb5815fe16bd',3,0,'fresh','c0be1a8037dc',1,NULL,1794809226671);
INSERT INTO "results" VALUES('c0be1a8037dc',1,0,'quatrefoil','a28e94a2aec12a79',3,0,'fresh','c0be1a8037dc',1,NULL,1794809226671);
INSERT INTO "results" VALUES('821cdfae0c1f',0,0,'coloryam','69b3bb5815fe16bd',2,0,'fresh','821cdfae0c1f',1,-5.49928120131461355395e+01,1794809231961);
INSERT INTO "results" VALUES('821cdfae0c1f',1,0,'coloryam','a28e94a2aec12a79',8,1,'fresh','821cdfae0c1f',1,1.03130557575283773982e+02,1794809231961);
CREATE TABLE sessions (
	token VARCHAR NOT NULL, 
	person VARCHAR NOT NULL, 
	created BIGINT NOT NULL, 
	PRIMARY KEY (token), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "sessions" VALUES('df30e5cd9b81dec8920189aebb2c72837050bcd2d62ea98ac542eabc564898e5','69b3bb5815fe16bd',1794809221278);
INSERT INTO "sessions" VALUES('82ce9bf398fa2976c29f19735070084ba2807867b6b0e2460ff28456941f3045','a28e94a2aec12a79',1794809221329);
CREATE TABLE sitters (
	"table" VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	member INTEGER NOT NULL, 
	person VARCHAR, 
	bot VARCHAR, 
	nonce VARCHAR, missed INTEGER DEFAULT '0' NOT NULL, gone BOOLEAN DEFAULT 0 NOT NULL, forfeited BOOLEAN DEFAULT 0 NOT NULL, 
	PRIMARY KEY ("table", seat, member), 
	FOREIGN KEY("table") REFERENCES tables (id), 
	FOREIGN KEY(person) REFERENCES people (id)
);
INSERT INTO "sitters" VALUES('c0be1a8037dc',0,0,'69b3bb5815fe16bd',NULL,'adasnonce',0,0,0);
INSERT INTO "sitters" VALUES('c0be1a8037dc',1,0,'a28e94a2aec12a79',NULL,'bensnonce',0,0,0);
INSERT INTO "sitters" VALUES('c0be1a8037dc',2,0,NULL,'easy',NULL,0,0,0);
INSERT INTO "sitters" VALUES('c0be1a8037dc',3,0,NULL,'easy',NULL,0,0,0);
INSERT INTO "sitters" VALUES('af8b545eb818',0,0,'69b3bb5815fe16bd',NULL,'adasnonce',0,0,0);
INSERT INTO "sitters" VALUES('af8b545eb818',1,0,'a28e94a2aec12a79',NULL,'bensnonce',0,0,0);
INSERT INTO "sitters" VALUES('0255299eff3c',0,0,'69b3bb5815fe16bd',NULL,'adasnonce',0,0,0);
INSERT INTO "sitters" VALUES('0255299eff3c',1,0,'a28e94a2aec12a79',NULL,'bensnonce',0,0,0);
INSERT INTO "sitters" VALUES('9ea9f6344c4d',0,0,'69b3bb5815fe16bd',NULL,'adasnonce',0,0,0);
INSERT INTO "sitters" VALUES('9ea9f6344c4d',1,0,'a28e94a2aec12a79',NULL,'bensnonce',0,0,0);
INSERT INTO "sitters" VALUES('e9e19452f257',0,0,'69b3bb5815fe16bd',NULL,'adasnonce',0,0,0);
INSERT INTO "sitters" VALUES('e9e19452f257',1,0,'a28e94a2aec12a79',NULL,'bensnonce',0,0,0);
INSERT INTO "sitters" VALUES('821cdfae0c1f',0,0,'69b3bb5815fe16bd',NULL,'adasnonce',0,0,0);
INSERT INTO "sitters" VALUES('821cdfae0c1f',1,0,'a28e94a2aec12a79',NULL,'bensnonce',0,0,0);
CREATE TABLE tables (
	id VARCHAR NOT NULL, 
	game VARCHAR NOT NULL, 
	rules INTEGER NOT NULL, 
	options TEXT NOT NULL, 
	seats INTEGER NOT NULL, 
	host VARCHAR NOT NULL, 
	invite VARCHAR NOT NULL, 
	phase VARCHAR NOT NULL, 
	secret VARCHAR NOT NULL, 
	nonces TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	rematch VARCHAR, 
	version INTEGER NOT NULL, 
	state BLOB, 
	digest VARCHAR, 
	clock BIGINT NOT NULL, 
	due BIGINT, open BOOLEAN DEFAULT 0 NOT NULL, pace INTEGER, level VARCHAR DEFAULT 'medium' NOT NULL, fills BIGINT, deal VARCHAR DEFAULT 'fresh' NOT NULL, deal_name VARCHAR DEFAULT '' NOT NULL, origin VARCHAR, origin_version INTEGER, house BIGINT DEFAULT '0' NOT NULL, paused BOOLEAN DEFAULT 0 NOT NULL, awaited TEXT DEFAULT '[]' NOT NULL, moved BIGINT DEFAULT '0' NOT NULL, ended BIGINT, outcome TEXT, helped BOOLEAN DEFAULT 0 NOT NULL, revision INTEGER DEFAULT '0' NOT NULL, around INTEGER DEFAULT '0' NOT NULL, proposal TEXT, done TEXT DEFAULT '[]' NOT NULL, rated BOOLEAN, names TEXT, 
	PRIMARY KEY (id), 
	FOREIGN KEY(host) REFERENCES people (id)
);
INSERT INTO "tables" VALUES('c0be1a8037dc','quatrefoil',2,'{"variant":"base","half":"colours","clock":false,"signals":"always","limit":null}',4,'69b3bb5815fe16bd','g5swgxgUNEKIBjZXzAA0hg','over','91878c8d5d92b6b6b998d8764bd90b4664d2771afa3395bea43b55737764a9d2','["adasnonce","bensnonce"]',1794809221395,NULL,4,X'8AA56465616C7495A147A159A150A142A152A6746F6B656E7395A147A150A159A142A152A674617267657495A147A152A150A142A159A9706F736974696F6E7394A25345A25357A24E45A24E57A47475726E00A7616374696F6E7303A66C6F6F6B656494C3C3C3C3AA636C6F636B5F656E6473C0A573686F776E94C2C2C2C2A6656E64696E67A5737461636B','ff96ba05f2cff9bb9b5376a1e305583e',5138,NULL,0,NULL,'medium',NULL,'fresh','c0be1a8037dc',NULL,NULL,7066,0,'[]',1794809226669,1794809226669,'{"winners":[],"scores":[3,3,3,3],"reason":{"id":"quatrefoil.outcome.wrong","args":{"actions":3,"par":3}}}',0,7,7,NULL,'["a28e94a2aec12a79/a9905d2beaa16187","69b3bb5815fe16bd/d3c93f594e2d6bae","a28e94a2aec12a79/72e6c9effa0cbb7b"]',0,'{"69b3bb5815fe16bd":"Ada","a28e94a2aec12a79":"Ben"}');
INSERT INTO "tables" VALUES('af8b545eb818','coloryam',2,'{"sheet":"1","own":"","beginner":false}',2,'69b3bb5815fe16bd','HMWHTBwobBJ3202Jwfl1QA','playing','b5161f348d5d72ac980d995cfd72201a629344bbafbb276192cc15a279e476d5','["adasnonce","bensnonce"]',1794809226906,NULL,6,X'8AA573686565749682A46B696E64A46E6F6E65A7636F6C6F75727391A15982A46B696E64A374776FA7636F6C6F75727391A14282A46B696E64AD746872656520636F6C6F757273A7636F6C6F7572739082A46B696E64AA666F757220616C696B65A7636F6C6F7572739082A46B696E64A9646966666572656E74A7636F6C6F75727392A152A14782A46B696E64AD616C6C20646966666572656E74A7636F6C6F75727393A14FA142A159A7656E7472696573929A00C0C0C0C0C0C0C0C0C09AC0C0C0C0C0C0C0C0C0C0A46C696E6500A777616974696E679101A46469636596010305020303A5726F6C6C7302A76368616E63657300A57068617365A4726F6C6CA46B6570749401020304A46C617374C0','b42b1a614e6e926b3f429069cd971604',23,604807414,0,NULL,'medium',NULL,'fresh','af8b545eb818',NULL,NULL,7414,0,'[1]',1794809227018,NULL,NULL,0,12,5,'{"wish":"pause","by":{"id":"69b3bb5815fe16bd","name":"Ada"},"seat":0,"waiting":[{"id":"a28e94a2aec12a79","name":"Ben"}]}','["a28e94a2aec12a79/54b42adb6c72071a","69b3bb5815fe16bd/547f22e6a1822d0b","a28e94a2aec12a79/d3a9598ba2c8f37d","69b3bb5815fe16bd/afcd70a30f862078"]',1,NULL);
INSERT INTO "tables" VALUES('0255299eff3c','quivvit',2,'{"random_color":false,"color_blocking":false,"timed":false,"drain_the_deck":false,"double_rotation":false,"seconds":60,"answer_seconds":15,"decks":1,"direction":"clockwise","teams":""}',2,'69b3bb5815fe16bd','LFwilqxKm-dJ6aEBuYGAMw','playing','370aca36b309fd1fa077c34e730938a5c2cf92825f28b453ae3c75815586cd50','["adasnonce","bensnonce"]',1794809227256,NULL,6,X'DE0011A467726964DC001A3237181F25262301075F1E04190D44132101141003264A0F2960A46465636BDC001808080B060708060405040705020205050303010201020101A570696C657392940B0C16039C0710070103140B0D0304050BA56170617274929090A6626C6F636B7392FEFEA7646F75626C657392C2C2A5666972737400A5726F756E6404A6706C6179656400A57068617365A47475726EA777616974696E6790A5717569657492C2C2A76368616E676573920000A6636F6C6F7572C0A7656E64735F6174C0A7626F6E7573657392C0C0A46C61737487A47365617400A3776179A46C656674A463656C6C01A6636F6C6F7572C0A563656C6C739401050607A56361726473942C305A0FA46C6169649401050607','a6551d7dfa243b333d406df0d08f4ed7',215,604807968,0,NULL,'medium',NULL,'fresh','0255299eff3c',NULL,NULL,7968,0,'[0]',1794809227572,NULL,NULL,0,9,3,NULL,'["a28e94a2aec12a79/b6b6248e0cf19b81","69b3bb5815fe16bd/70251ae798d87aa1","a28e94a2aec12a79/11be2f65285b40c8"]',1,NULL);
INSERT INTO "tables" VALUES('9ea9f6344c4d','qwirkle_cards',1,'{"puzzle":false}',2,'69b3bb5815fe16bd','8dy_fHDrXlieK9oXFgkbsQ','playing','47bd4415c933aecca6a608ce2b4f75bc970e592437cec197265667c41c8aa213','["adasnonce","bensnonce"]',1794809227894,NULL,6,X'8CA568616E647392990101080910131A1B1F9901030A0C0D131E2223A46465636BDC0024030003020301030302010201020203020203020102030202020201010302020203020201A57461626C659593050B1793050B2393090F21931214169518191A1B1DA8717769726B6C6573929090A47475726E00A57068617365A4706C6179A77265647261776EC2AA7475726E735F6C656674C0A469646C6500A46C61737487A47365617401A5636172647393A24F6CA2596CA2506CA36F6C6490A36E65779193A24F6CA2596CA2506CA8717769726B6C657390A5647261776E03A77265647261776EC2A76C61726765737403A56465616C7301','565ec0d62846d297272a9bd87f7acc72',90,604808480,0,NULL,'medium',NULL,'fresh','9ea9f6344c4d',NULL,NULL,8480,0,'[0]',1794809228084,NULL,NULL,0,10,10,NULL,'["a28e94a2aec12a79/c70da543e9f130ad","69b3bb5815fe16bd/4fb5adf5680e0be0","a28e94a2aec12a79/4bc83da21b932a05"]',1,NULL);
INSERT INTO "tables" VALUES('e9e19452f257','pivit',2,'{"referee":"instant","younger":false,"limit":null}',2,'69b3bb5815fe16bd','c1_PHAw22untCxgMrEscSg','playing','e31c2e8d0c5bfdf3f41540472e43f3e27605d691ce8ead6f34adb7ec17576ee2','["adasnonce","bensnonce"]',1794809228340,NULL,7,X'DE0013A673636F726573920000A66D6964646C65DC002502020002020200020201020202020203020302020201010202020101010202020102010105A568616E647392DC00180102020406060809090D0E1013151617191C1C1E1F202223DC00180002030506070A0B0C12141516181A1A1B1B1D2021222324A6746F6B656E73920200A6737469636B7392C0C0A5677269647392C0C0A77265667573656492C0C0A5726561647992C2C2A573746F707392C2C2AB666F756E645F77726F6E6792C2C2AB7769746864726177616C73920000A7726573756D6573920001A5726F756E6401A57068617365A56275696C64A770656E64696E6790A8626567616E5F6174CD0BBDA7656E64735F6174C0AA66697273745F746F6F6BC0A66761696E656490','0eae05c167d05cac3773cca772ec3eea',3062,604811823,0,NULL,'medium',NULL,'fresh','e9e19452f257',NULL,NULL,11823,0,'[0,1]',1794809231427,NULL,NULL,0,13,13,NULL,'["a28e94a2aec12a79/476402554659c1bd","69b3bb5815fe16bd/98f0f3d11771497c","a28e94a2aec12a79/353b1bfb9bb4901b"]',1,NULL);
INSERT INTO "tables" VALUES('821cdfae0c1f','coloryam',2,'{"sheet":"1","own":"","beginner":false}',2,'69b3bb5815fe16bd','ZkgTeLJPFAlhmswv2GVeOA','over','50b94e9aade27806dd68ea5ee30d446fb6bb1e7fd9f2135821edd5662d60a6c8','["adasnonce","bensnonce"]',1794809231642,NULL,63,X'8AA573686565749682A46B696E64A46E6F6E65A7636F6C6F75727391A15982A46B696E64A374776FA7636F6C6F75727391A14282A46B696E64AD746872656520636F6C6F757273A7636F6C6F7572739082A46B696E64AA666F757220616C696B65A7636F6C6F7572739082A46B696E64A9646966666572656E74A7636F6C6F75727392A152A14782A46B696E64AD616C6C20646966666572656E74A7636F6C6F75727393A14FA142A159A7656E7472696573929A000014000017000000009A00001700001915170000A46C696E650AA777616974696E6790A46469636590A5726F6C6C7300A76368616E63657300A57068617365A46F766572A46B65707490A46C61737485A47365617401A46C696E6509A5666163657396A23247A2334FA2324FA23547A23447A23442A5746F74616C14A5656E74727900','e590d398691c69572e7736b1e44fa1d6',295,NULL,0,NULL,'medium',NULL,'fresh','821cdfae0c1f',NULL,NULL,12353,0,'[]',1794809231957,1794809231957,'{"winners":[1],"scores":[2,8],"reason":{"id":"coloryam.outcome.points","args":{"seats":[1],"points":8}}}',0,66,66,NULL,'["a28e94a2aec12a79/c3685f02de7ffbfa","69b3bb5815fe16bd/bccd995be8c427f8","a28e94a2aec12a79/afcad503cf7aa9cf"]',1,NULL);
CREATE INDEX tables_due ON tables (due);
CREATE INDEX tables_phase ON tables (phase, open);
CREATE INDEX tables_ended ON tables (ended);
CREATE INDEX tables_deal_name ON tables (deal_name);
CREATE INDEX sitters_person ON sitters (person);
CREATE INDEX results_person ON results (person, ended);
CREATE INDEX results_deal ON results (deal_name);
CREATE INDEX presence_table ON presence ("table");
CREATE UNIQUE INDEX reports_once ON reports ("table", number, reporter);
COMMIT;