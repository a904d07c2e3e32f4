/**
 * Delete the marks of read notifications together with what they are about. The id of a notification contains the id
 * of the message, of the section and the time of its submission or of the request to change it, or of the promise and
 * the time of its last change.
 */

const FORGET_MESSAGE =
  "DELETE FROM notification_reads WHERE user_id = old.heard_by AND notification_id = 'message:' || old.id;"

const FORGET_PROMISE = `DELETE FROM notification_reads WHERE user_id = old.bookkeeper_id
    AND notification_id = 'promise:' || old.id || ':' || old.changed_at;`

const FORGET_REQUEST = `DELETE FROM notification_reads WHERE user_id = old.recall_requested_from
    AND notification_id = 'recall:' || old.assignment_id || ':' || old.recall_requested_at;`

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
  `CREATE TRIGGER notification_reads_follow_up_gone AFTER DELETE ON follow_ups WHEN old.kind = 'escalation' BEGIN
  DELETE FROM notification_reads WHERE user_id = old.bookkeeper_id AND notification_id = 'follow_up:' || old.id;
END`,
  `CREATE TRIGGER notification_reads_promise_changed AFTER UPDATE OF changed_at ON commitments BEGIN
  ${FORGET_PROMISE}
END`,
  `CREATE TRIGGER notification_reads_promise_gone AFTER DELETE ON commitments BEGIN
  ${FORGET_PROMISE}
END`,
  `CREATE TRIGGER notification_reads_request_ended AFTER UPDATE OF recall_requested_at ON section_reviews
WHEN old.recall_requested_at IS NOT NULL AND old.recall_requested_at IS NOT new.recall_requested_at BEGIN
  ${FORGET_REQUEST}
END`,
  `CREATE TRIGGER notification_reads_review_gone AFTER DELETE ON section_reviews
WHEN old.recall_requested_at IS NOT NULL BEGIN
  ${FORGET_REQUEST}
END`,
  `CREATE TRIGGER notification_reads_withdrawn AFTER DELETE ON book_client_workforms BEGIN
  DELETE FROM notification_reads WHERE user_id = old.assigned_by
    AND notification_id >= 'submission:' || old.id || ':' AND notification_id < 'submission:' || old.id || ';';
END`,
]
