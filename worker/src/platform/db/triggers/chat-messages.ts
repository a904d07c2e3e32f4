/**
 * Number the messages of a thread, and count the unread ones for both sides. What the bookkeeper writes when sending a
 * section back answers the client's questions about it.
 */
export const CHAT_MESSAGES_TRIGGERS = [
  `CREATE TRIGGER chat_messages_numbered AFTER INSERT ON chat_messages BEGIN
  UPDATE chat_threads SET last_seq = last_seq + 1, updated_at = max(updated_at, new.created_at),
    bookkeeper_unread = bookkeeper_unread + (new.sender = 'client' AND last_seq >= bookkeeper_read),
    client_unread = client_unread + (new.sender <> 'client' AND last_seq >= client_read)
  WHERE id = new.thread_id;
  UPDATE chat_messages SET (seq, heard_by) = (
    SELECT t.last_seq, iif(new.sender = 'client', t.bookkeeper_id, NULL) FROM chat_threads t WHERE t.id = new.thread_id)
  WHERE id = new.id;
END`,
  `CREATE TRIGGER chat_questions_decided AFTER UPDATE OF status ON book_client_workforms
WHEN new.status = 'rejected' AND old.status <> 'rejected' BEGIN
  UPDATE chat_messages SET awaits_answer = 0
  WHERE "about" ->> '$.assignment_id' = new.id AND "about" ->> '$.field_id' IS NOT NULL AND awaits_answer = 1;
END`,
]
