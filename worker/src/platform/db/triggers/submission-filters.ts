import { phaseOf, SECTION_MACHINE, statusForClient } from '@portal/contract/section-machine'
import { SECTION_STATUSES } from '@portal/contract/statuses'
import { isDoneStatus, isOneOf, isWaitingStatus } from '../section-phase.ts'

/**
 * Keep in each submission which filters it matches and what it is sorted by, so that a list is read along one index.
 * The triggers apply `passesFilter` of the section machine to the statuses that the bookkeeper sees.
 */

const RENAMED = SECTION_STATUSES.filter((status) => statusForClient(status) !== status)
const OPEN = SECTION_STATUSES.filter((status) => phaseOf(status) === 'open')
const NOT_DONE = SECTION_STATUSES.filter((status) => !RENAMED.includes(status) && phaseOf(status) !== 'done')

/** The view with the status of each section as the bookkeeper sees it. Implements the same rule as `shownStatus`. */
const SHOWN_SECTIONS = `CREATE VIEW shown_sections AS
  SELECT a.id, a.submission_id, a.section_name, a.due_date, a.submitted_at,
    coalesce(t.updated_at, a.assigned_at) AS status_since, CASE
    WHEN t.status IS NULL THEN 'pending'
    ${RENAMED.map((status) => `WHEN t.status = '${status}' THEN '${statusForClient(status)}'`).join('\n    ')}
    WHEN t.status = '${SECTION_MACHINE.reject.to}' AND s.updated_at > t.updated_at
      AND EXISTS (SELECT 1 FROM json_each(s.data) d
        WHERE d.key = a.section_name AND d.value NOT IN ('{}', 'null')) THEN 'pending'
    ELSE t.status END AS status
  FROM book_client_workforms a JOIN book_form_submissions s ON s.id = a.submission_id
  LEFT JOIN workform_section_statuses t ON t.submission_id = a.submission_id AND t.section_name = a.section_name`

/** Returns a statement that updates the filters and sort keys of a submission. */
const updateFilters = (submissionId: string): string =>
  `UPDATE book_form_submissions SET (waiting, is_pending, is_approved, is_rejected, waiting_since, client_since,
    due_on) = (
    SELECT coalesce(sum(${isWaitingStatus('v.status')}), 0),
      coalesce(max(${isOneOf('v.status', NOT_DONE)}), 0),
      coalesce(min(${isDoneStatus('v.status')}), 0), coalesce(max(v.status = '${SECTION_MACHINE.reject.to}'), 0),
      coalesce(min(iif(${isWaitingStatus('v.status')}, v.submitted_at, NULL)), '~'),
      coalesce(min(iif(${isOneOf('v.status', OPEN)}, v.status_since, NULL)), '~'),
      coalesce(min(iif(${isOneOf('v.status', OPEN)}, v.due_date, NULL)), '~')
    FROM shown_sections v WHERE v.submission_id = ${submissionId}) WHERE id = ${submissionId};`

export const SUBMISSION_FILTERS_TRIGGERS = [
  SHOWN_SECTIONS,
  `CREATE TRIGGER standing_answers_changed AFTER UPDATE OF data, updated_at ON book_form_submissions
WHEN old.data <> new.data OR old.updated_at <> new.updated_at BEGIN
  ${updateFilters('new.id')}
END`,
  `CREATE TRIGGER standing_section_added AFTER INSERT ON book_client_workforms BEGIN
  ${updateFilters('new.submission_id')}
END`,
  `CREATE TRIGGER standing_section_changed
AFTER UPDATE OF section_name, submission_id, due_date, submitted_at ON book_client_workforms
WHEN old.section_name <> new.section_name OR old.submission_id <> new.submission_id
  OR old.due_date IS NOT new.due_date OR old.submitted_at IS NOT new.submitted_at BEGIN
  ${updateFilters('new.submission_id')}
END`,
  `CREATE TRIGGER standing_section_gone AFTER DELETE ON book_client_workforms BEGIN
  ${updateFilters('old.submission_id')}
END`,
  `CREATE TRIGGER standing_status_added AFTER INSERT ON workform_section_statuses BEGIN
  ${updateFilters('new.submission_id')}
END`,
  `CREATE TRIGGER standing_status_changed AFTER UPDATE ON workform_section_statuses BEGIN
  ${updateFilters('new.submission_id')}
END`,
  `CREATE TRIGGER standing_status_gone AFTER DELETE ON workform_section_statuses BEGIN
  ${updateFilters('old.submission_id')}
END`,
]
