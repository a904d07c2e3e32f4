import { ACTIVITY_TRIGGERS } from './activity.ts'
import { AGENT_CLIENTS_TRIGGERS } from './agent-clients.ts'
import { ARCHIVED_TRIGGERS } from './archived.ts'
import { AUDIT_LOG_TRIGGERS } from './audit-log.ts'
import { CHAT_MESSAGES_TRIGGERS } from './chat-messages.ts'
import { CLIENT_COUNTS_TRIGGERS } from './client-counts.ts'
import { CLIENT_OVERVIEW_TRIGGERS } from './client-overview.ts'
import { CLIENT_SEARCH_TRIGGERS } from './client-search.ts'
import { COMMITMENTS_TRIGGERS } from './commitments.ts'
import { FIRM_STORAGE_TRIGGERS } from './firm-storage.ts'
import { NOTIFICATION_READS_TRIGGERS } from './notification-reads.ts'
import { REMOTE_SWITCHES_TRIGGERS } from './remote-switches.ts'
import { SUBMISSION_FILTERS_TRIGGERS } from './submission-filters.ts'
import { SUBMISSIONS_TRIGGERS } from './submissions.ts'
import { TAGS_TRIGGERS } from './tags.ts'
import { TURN_COUNTS_TRIGGERS } from './turn-counts.ts'
import { WAITING_COUNTS_TRIGGERS } from './waiting-counts.ts'
import { WEBHOOK_DELIVERIES_TRIGGERS } from './webhook-deliveries.ts'
import { WORKFORM_VERSIONS_TRIGGERS } from './workform-versions.ts'

/**
 * The triggers of the database, and the view that they read. `pnpm db:generate` writes a migration when one changes,
 * and a portal starts only when its database has exactly these.
 */
export const TRIGGERS: readonly string[] = [
  ...ACTIVITY_TRIGGERS,
  ...AGENT_CLIENTS_TRIGGERS,
  ...ARCHIVED_TRIGGERS,
  ...AUDIT_LOG_TRIGGERS,
  ...CHAT_MESSAGES_TRIGGERS,
  ...CLIENT_COUNTS_TRIGGERS,
  ...CLIENT_OVERVIEW_TRIGGERS,
  ...CLIENT_SEARCH_TRIGGERS,
  ...COMMITMENTS_TRIGGERS,
  ...FIRM_STORAGE_TRIGGERS,
  ...NOTIFICATION_READS_TRIGGERS,
  ...REMOTE_SWITCHES_TRIGGERS,
  ...SUBMISSION_FILTERS_TRIGGERS,
  ...SUBMISSIONS_TRIGGERS,
  ...TAGS_TRIGGERS,
  ...TURN_COUNTS_TRIGGERS,
  ...WAITING_COUNTS_TRIGGERS,
  ...WEBHOOK_DELIVERIES_TRIGGERS,
  ...WORKFORM_VERSIONS_TRIGGERS,
]
