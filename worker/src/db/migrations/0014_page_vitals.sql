CREATE TABLE `page_errors` (
	`day` text NOT NULL,
	`name` text NOT NULL,
	`version` text NOT NULL,
	`kind` text NOT NULL,
	`frames` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `name`, `version`, `kind`, `frames`)
);
--> statement-breakpoint
CREATE TABLE `page_vitals` (
	`day` text NOT NULL,
	`name` text NOT NULL,
	`version` text NOT NULL,
	`metric` text NOT NULL,
	`bin` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `name`, `version`, `metric`, `bin`)
);
