/**
 * Delete the marks of read notifications together with what they are about. The id of a notification contains the id
 * of the message, or of the section and the time of its submission.
 */

const FORGET_MESSAGE =
  "DELETE FROM notification_reads WHERE user_id = old.heard_by AND notification_id = 'message:' || old.id;"

export const NOTIFICATION_READS_TRIGGERS = [
  `CREATE TRIGGER notification_reads_gone AFTER DELETE ON chat_messages WHEN old.heard_by IS NOT NULL BEGIN
  ${FORGET_MESSAGE}
END`,
  `CREATE TRIGGER notification_reads_unsaid AFTER UPDATE OF deleted_at ON chat_messages
WHEN new.deleted_at IS NOT NULL AND old.heard_by IS NOT NULL BEGIN
  ${FORGET_MESSAGE}
END`,
  `CREATE TRIGGER notification_reads_submitted_again AFTER UPDATE OF submitted_at ON book_client_workforms
WHEN old.submitted_at IS NOT NULL AND old.submitted_at IS NOT new.submitted_at BEGIN
  DELETE FROM notification_reads WHERE user_id = old.assigned_by
    AND notification_id = 'submission:' || old.id || ':' || old.submitted_at;
END`,
  `CREATE TRIGGER notification_reads_withdrawn AFTER DELETE ON book_client_workforms BEGIN
  DELETE FROM notification_reads WHERE user_id = old.assigned_by
    AND notification_id >= 'submission:' || old.id || ':' AND notification_id < 'submission:' || old.id || ';';
END`,
]
