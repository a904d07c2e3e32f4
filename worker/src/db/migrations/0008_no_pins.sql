-- contract: a held version is in held_version; only earlier releases read this column.
ALTER TABLE `remotes` DROP COLUMN `pinned_version`;