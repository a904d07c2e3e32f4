import { isOpen } from '../section-phase.ts'

/** Returns a statement that makes the agent plan the follow-ups of a commitment's client again. */
const planAgain = (submissionId: string): string =>
  `UPDATE agent_clients SET revision = revision + 1, next_at = ''
  WHERE client_id = (SELECT s.client_id FROM book_form_submissions s WHERE s.id = ${submissionId});`

/** Keep when a promised workform was sent, and make the agent plan again when a promise changes. */
export const COMMITMENTS_TRIGGERS = [
  `CREATE TRIGGER commitment_made AFTER INSERT ON commitments BEGIN
  ${planAgain('new.submission_id')}
END`,
  `CREATE TRIGGER commitment_changed AFTER UPDATE OF day, ends_at, withdrawn ON commitments BEGIN
  ${planAgain('new.submission_id')}
END`,
  `CREATE TRIGGER commitment_sent AFTER UPDATE OF status ON book_client_workforms
WHEN ${isOpen('old')} AND NOT ${isOpen('new')} BEGIN
  UPDATE commitments SET sent_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE submission_id = new.submission_id AND sent_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM book_client_workforms o WHERE o.submission_id = new.submission_id AND ${isOpen('o')});
END`,
  // A section that the bookkeeper sends back does not undo a kept promise; one that the client takes back does, unless
  // there is a later promise.
  `CREATE TRIGGER commitment_reopened AFTER UPDATE OF status ON book_client_workforms
WHEN NOT ${isOpen('old')} AND ${isOpen('new')} AND new.status <> 'rejected' BEGIN
  UPDATE commitments SET sent_at = NULL WHERE submission_id = new.submission_id AND sent_at >= old.submitted_at
    AND NOT EXISTS (SELECT 1 FROM commitments o WHERE o.submission_id = new.submission_id
      AND o.made_at > commitments.made_at);
END`,
]
