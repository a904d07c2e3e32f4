/** Keep the number of bytes that the files of a firm take up, for its storage limit. */

const SUBTRACT = 'UPDATE firm_storage SET bytes = bytes - old.size WHERE firm_id = old.firm_id;'

export const FIRM_STORAGE_TRIGGERS = [
  `CREATE TRIGGER firm_storage_added AFTER INSERT ON files WHEN new.state <> 'removed' BEGIN
  INSERT INTO firm_storage (firm_id, bytes) VALUES (new.firm_id, new.size)
    ON CONFLICT (firm_id) DO UPDATE SET bytes = bytes + excluded.bytes;
END`,
  `CREATE TRIGGER firm_storage_removed AFTER UPDATE OF state ON files
WHEN old.state <> 'removed' AND new.state = 'removed' BEGIN
  ${SUBTRACT}
END`,
  `CREATE TRIGGER firm_storage_restored AFTER UPDATE OF state ON files
WHEN old.state = 'removed' AND new.state <> 'removed' BEGIN
  UPDATE firm_storage SET bytes = bytes + new.size WHERE firm_id = new.firm_id;
END`,
  `CREATE TRIGGER firm_storage_gone AFTER DELETE ON files WHEN old.state <> 'removed' BEGIN
  ${SUBTRACT}
END`,
]
