/** Limits of the product. The messages about them are in limit-messages.ts. */

/** Largest upload in bytes. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024
/** Maximum number of files in an answer. */
export const MAX_FILES_PER_FIELD = 20
/** Size of an upload part in bytes, the smallest that R2 accepts. Larger files are uploaded in parts. */
export const UPLOAD_PART_BYTES = 5 * 1024 * 1024
/** Multipart uploads that a person can have in progress at the same time. */
export const MAX_OPEN_UPLOADS = 25
/** An upload without progress expires after this many milliseconds. */
export const UPLOAD_TTL_MS = 24 * 60 * 60_000
/** Largest default of a workform for the days from assignment to due date. */
export const MAX_DUE_DAYS = 999
/** Maximum number of fields in a workform: well above any real form, so that requests stay small. */
export const MAX_FIELDS = 500
/** Largest JSON request body, in bytes. */
export const MAX_JSON_BYTES = 1024 * 1024
/**
 * Maximum number of list and object entries in a JSON body: several times those of the largest workform. Validating a
 * hundred thousand invalid entries would take a second and most of an isolate's memory.
 */
export const MAX_JSON_VALUES = 20_000
/**
 * Gap between the draft versions before and after a submission, so that a version never refers to two drafts.
 * Drafts that two devices save between the same submissions are based on the same answers.
 */
export const DRAFT_VERSIONS_PER_ROUND = 1_000_000
/** Longest note to a flagged answer. */
export const FLAG_NOTE_MAX = 500
/** Longest note of a client in place of an answer. */
export const NON_ANSWER_NOTE_MAX = 500
/** Workforms that can be assigned to a client at creation. */
export const MAX_FIRST_WORKFORMS = 10
/** Maximum length of the personal line in an invitation. */
export const PERSONAL_LINE_MAX = 200
/** Clients in one assignment request. */
export const MAX_ASSIGN_CLIENTS = 200
/** Sections that one batch assigns or changes, counted for each client. Larger changes are divided. */
export const SECTIONS_PER_BATCH = 500
/** Returns to how many clients one batch assigns a workform with this number of sections. */
export const clientsPerBatch = (sections: number): number =>
  Math.max(1, Math.floor(SECTIONS_PER_BATCH / Math.max(1, sections)))
/** Clients in one request that changes several. */
export const MAX_CHANGED_CLIENTS = 200
/** Clients in one request that sends reminders. Each takes several statements. */
export const MAX_REMINDED_CLIENTS = 20
/** Clients that 'Select all' returns at most. */
export const MAX_SELECTED_CLIENTS = 10_000

/** Maximum length of a client's name and company, and of the phone number. */
export const CLIENT_TEXT_MAX = 120
export const CLIENT_PHONE_MAX = 40
/** Maximum length of a tag, number of tags of a client, and number of tags of a firm. */
export const TAG_MAX = 40
export const TAGS_PER_CLIENT = 20
export const TAGS_PER_FIRM = 500
/** Maximum rows and bytes of an import file. */
export const IMPORT_ROWS_MAX = 10_000
export const IMPORT_BYTES_MAX = 10 * 1024 * 1024
/** Rows per import request. */
export const IMPORT_CHUNK = 100
/** Addresses per check before an import. */
export const IMPORT_CHECK_MAX = 1000

/** Longest text answer, in characters. */
export const ANSWER_TEXT_MAX = 20_000

export const BOOKKEEPER_PASSWORD_MIN = 6
export const CLIENT_PASSWORD_MIN = 8
export const PASSWORD_MAX = 200

/** Range of verification codes. */
export const CODE_MIN = 100_000
export const CODE_MAX = 999_999
/** Wrong attempts after which a verification code is void. */
export const CODE_TRIES = 5
/** Tries of codes of one kind for one address within a day. Browsers in which its owner has signed in may go on. */
export const CODE_TRIES_PER_DAY = 50
/** Lifetime of a verification code, in milliseconds. */
export const CODE_TTL_MS = 10 * 60_000
/** Lifetime of the token that a code check returns, in milliseconds. */
export const SETUP_TOKEN_TTL_MS = 15 * 60_000
/** Lifetime of a confirmation or reset link, in milliseconds. */
export const LINK_TTL_MS = 60 * 60_000
/** Lifetime of a link that makes a browser known, in milliseconds. */
export const BROWSER_TTL_MS = 24 * 60 * 60_000
export const CONFIRM_TTL_MS = 3 * 24 * 60 * 60_000
/** Lifetime of the links that approve a sign-up and that confirm a reply address, in milliseconds. */
export const APPROVAL_TTL_MS = 30 * 24 * 60 * 60_000
export const REPLY_TO_TTL_MS = 7 * 24 * 60 * 60_000
export const INVITATION_TTL_MS = 7 * 24 * 60 * 60_000
export const ONE_TAP_TTL_MS = 7 * 24 * 60 * 60_000
/** Lifetime of a link that opens a question on a phone, in milliseconds. */
export const GUEST_TTL_MS = 15 * 60_000
/** For how many days a link with which another person fills in a section can work, and how many a section can have. */
export const DELEGATION_DAYS = [1, 3, 7, 14] as const
export const DELEGATIONS_PER_SECTION = 5
export const DELEGATE_NAME_MAX = 80
/** Shortest time between two notifications that the person behind a link is done, in milliseconds. */
export const DELEGATE_DONE_EVERY_MS = 60 * 60_000
/** How long an expired one-tap link is kept, so that its owner can ask for a new one with it. */
export const ONE_TAP_KEPT_DAYS = 30
/** Invitations to one address within a day: from all firms together, and from one firm. */
export const INVITATIONS_PER_ADDRESS = 20
export const INVITATIONS_PER_ADDRESS_AND_FIRM = 10
/** How much each accepted invitation adds to a firm's daily limit (`INVITATIONS_PER_DAY`). */
export const INVITATIONS_PER_ACCEPTED = 5
/** Lifetime of a request to change a client's address, in milliseconds. */
export const EMAIL_CHANGE_TTL_MS = 7 * 24 * 60 * 60_000

/** Lifetime of a second-factor challenge and of a pending provider sign-in, in milliseconds. */
export const CHALLENGE_TTL_MS = 10 * 60_000
/** Wrong attempts after which a challenge is void. */
export const CHALLENGE_TRIES = 5
/** Lifetime of an unconfirmed two-step verification setup, in milliseconds. */
export const ENROLLMENT_TTL_MS = 30 * 60_000
export const RECOVERY_CODES = 10
/** The most passkeys of an account. */
export const PASSKEYS_MAX = 20
/** The longest name of a passkey. */
export const PASSKEY_NAME_MAX = 60
/** How long after a sign-in a passkey can be added without the password, in milliseconds. */
export const FRESH_SIGN_IN_MS = 10 * 60_000

/** Lifetime of an access token, in milliseconds. */
export const ACCESS_TOKEN_TTL_MS = 15 * 60_000
/** Maximum lifetime of a session, in milliseconds. */
export const SESSION_TTL_MS = 30 * 24 * 60 * 60_000
/** How often the browser checks the expiry of the session, and how long before it refreshes, in milliseconds. */
export const SESSION_CHECK_MS = 30_000
export const SESSION_REFRESH_WITHIN_MS = 90_000

export const MESSAGE_MAX = 10_000
/** Maximum number of files in a chat message. */
export const MESSAGE_FILES_MAX = 10
/** How long a chat message can be edited, in milliseconds. */
export const MESSAGE_EDIT_MS = 5 * 60_000
/** How long a typing indicator is shown without renewal, and how often it is renewed, in milliseconds. */
export const TYPING_SHOWN_MS = 6_000
export const TYPING_EVERY_MS = 2_500
/** How often an open conversation asks for presence, and how long it then receives changes, in milliseconds. */
export const PRESENCE_EVERY_MS = 45_000
export const PRESENCE_WATCH_MS = 2 * 60_000
export const PREVIEW_CHARACTERS = 45
export const BOOKKEEPER_NOTIFICATIONS_SHOWN = 10
export const CLIENT_NOTIFICATIONS_SHOWN = 5
export const PAGE_SIZE = 50
export const PAGE_SIZE_MAX = 100
/** Longest text of a search. */
export const SEARCH_MAX = 200
/** Most items that the search looks up by id at once. */
export const LOOKUP_MAX = 20

/** Maximum length of the private notes about a client. */
export const CLIENT_NOTES_MAX = 10_000

/** Maximum number of files in a ZIP download. */
export const MAX_ZIP_FILES = 5000
/** Lifetime of a download ticket, in milliseconds. */
export const DOWNLOAD_TICKET_TTL_MS = 60_000
/** Size of a text preview, in bytes. */
export const TEXT_PREVIEW_BYTES = 512 * 1024

/** Maximum length of the wish "ask for this first". */
export const WISH_FIRST_MAX = 120
/** Maximum length of the notes of a client or an assignment. */
export const NOTES_MAX = 4000
/** Maximum length of a text in the preferences, such as what to ask for first. */
export const PREFERENCE_TEXT_MAX = 160
/** Reminders are never sent outside these hours of the client's day, whatever the preferences say. */
export const REMINDER_HOURS = { from: '08:00', until: '21:00' } as const
/** Hours of reminders when the preferences name none. */
export const DEFAULT_REMINDER_HOURS = { from: '09:00', until: '18:00' } as const
/** Reminders to a client on one day, also when the bookkeeper insists. */
export const REMINDERS_PER_DAY_MAX = 3
/** Reminders about an assignment after its due date, before it is escalated to the bookkeeper. */
export const FOLLOW_UPS_MAX = 5
/** Maximum length of a follow-up's subject and text. */
export const FOLLOW_UP_SUBJECT_MAX = 120
export const FOLLOW_UP_TEXT_MAX = 2000

/** Days for which failed deliveries are kept and can be sent again. */
export const OUTBOX_DEAD_DAYS = 30

/** Maximum number and length of a bookkeeper's webhook addresses. */
export const MAX_WEBHOOKS = 10
export const WEBHOOK_URL_MAX = 2000
/** Longest address of a push service. */
export const PUSH_ENDPOINT_MAX = 2000
/** Days for which webhook deliveries are kept. */
export const WEBHOOK_LOG_DAYS = 30
