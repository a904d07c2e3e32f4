/** Deletes a tag when no client has it anymore. */
export const TAGS_TRIGGERS = [
  `CREATE TRIGGER tags_unused AFTER DELETE ON client_tags BEGIN
  DELETE FROM tags WHERE id = old.tag_id AND NOT EXISTS (SELECT 1 FROM client_tags WHERE tag_id = old.tag_id);
END`,
]
