PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_remote_switches` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`from_version` text,
	`to_version` text,
	`actor` text NOT NULL,
	`reason` text,
	`at` text NOT NULL,
	CONSTRAINT "remote_switches_kind" CHECK("kind" IN ('publish', 'wait', 'gradually', 'stop', 'rollback', 'deploy'))
);
--> statement-breakpoint
INSERT INTO `__new_remote_switches`("id", "name", "kind", "from_version", "to_version", "actor", "reason", "at")
SELECT "id", "name",
	CASE "kind" WHEN 'stage' THEN 'wait' WHEN 'canary' THEN 'gradually' WHEN 'worker' THEN 'deploy' WHEN 'stop' THEN 'stop'
		WHEN 'pin' THEN 'rollback' WHEN 'remove' THEN 'rollback' WHEN 'rollback' THEN 'rollback' ELSE 'publish' END,
	"from_version", "to_version", "actor", "reason", "at"
FROM `remote_switches` WHERE "kind" <> 'leave' ORDER BY rowid;--> statement-breakpoint
DROP TABLE `remote_switches`;--> statement-breakpoint
ALTER TABLE `__new_remote_switches` RENAME TO `remote_switches`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `remote_switches_name` ON `remote_switches` (`name`,`at`);--> statement-breakpoint
ALTER TABLE `remote_canaries` ADD `suspected_at` text;--> statement-breakpoint
ALTER TABLE `remote_canaries` ADD `reminded_at` text;--> statement-breakpoint
ALTER TABLE `remote_versions` ADD `author` text;--> statement-breakpoint
ALTER TABLE `remote_versions` ADD `bad_at` text;--> statement-breakpoint
ALTER TABLE `remote_versions` ADD `bad_by` text;--> statement-breakpoint
ALTER TABLE `remote_versions` ADD `bad_reason` text;--> statement-breakpoint
ALTER TABLE `remotes` ADD `held_at` text;--> statement-breakpoint
ALTER TABLE `remotes` ADD `held_by` text;--> statement-breakpoint
ALTER TABLE `remotes` ADD `held_reason` text;--> statement-breakpoint
ALTER TABLE `remotes` ADD `held_version` text;--> statement-breakpoint
UPDATE `remote_versions` SET (`bad_at`, `bad_by`, `bad_reason`) = (
	SELECT "at", "actor", "reason" FROM `remote_switches` AS s
	WHERE s."name" = `remote_versions`.`name` AND s."from_version" = `version` AND s."to_version" IS NOT `version`
		AND s."kind" = 'rollback' AND s."at" >= coalesce(`live_at`, '') ORDER BY s.rowid DESC LIMIT 1
) WHERE `withdrawn_at` IS NOT NULL;--> statement-breakpoint
UPDATE `remotes` SET `held_version` = `pinned_version`, (`held_at`, `held_by`, `held_reason`) = (
	SELECT "at", "actor", "reason" FROM `remote_switches` AS s
	WHERE s."name" = `remotes`.`name` AND s."kind" = 'rollback' ORDER BY s.rowid DESC LIMIT 1
) WHERE `pinned_version` IS NOT NULL OR (`live_version` IS NULL AND `revision` > 0);
--> statement-breakpoint
CREATE TRIGGER remote_switches_fixed BEFORE UPDATE ON remote_switches BEGIN
  SELECT RAISE(ABORT, 'the history of switches is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER remote_switches_keep BEFORE DELETE ON remote_switches BEGIN
  SELECT RAISE(ABORT, 'the history of switches is append-only');
END;
