/** Business limits of the product (specification, section 9, and the rulings on it). */

/** Largest upload in bytes. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024
/** Most files in one field's answer. */
export const MAX_FILES_PER_FIELD = 20
/** A file above this many bytes comes in parts of so many, each of which is sent again alone when the connection breaks (R2 takes no smaller). */
export const UPLOAD_PART_BYTES = 5 * 1024 * 1024
/** Uploads in parts that one person may have open at once. */
export const MAX_OPEN_UPLOADS = 25
/** An upload on which nothing moves for this long can no longer be gone on with, in milliseconds. */
export const UPLOAD_TTL_MS = 24 * 60 * 60_000
/** Most fields in a workform: well above any real form, so that one request stays small. */
export const MAX_FIELDS = 500
/** Largest JSON body the API reads, in bytes. */
export const MAX_JSON_BYTES = 1024 * 1024
/**
 * Most entries of lists and objects that a JSON body may hold in all: several times those of the largest workform in use. A hundred thousand
 * wrong ones would cost a second, and most of an isolate's memory.
 */
export const MAX_JSON_VALUES = 20_000
/**
 * Draft versions of a section after its next submission begin above those before it: one of them never means another draft. What two
 * devices saved in the same round was typed onto the same answers.
 */
export const DRAFT_VERSIONS_PER_ROUND = 1_000_000
/** Clients that one assignment request may name. */
export const MAX_ASSIGN_CLIENTS = 200
/** Clients that one answer for 'Select all' may name. */
export const MAX_SELECTED_CLIENTS = 10_000

/** Longest name and company, and longest phone number, of a client. */
export const CLIENT_TEXT_MAX = 120
export const CLIENT_PHONE_MAX = 40
/** Rows of one file of clients to import, and its size in bytes. */
export const IMPORT_ROWS_MAX = 10_000
export const IMPORT_BYTES_MAX = 10 * 1024 * 1024
/** Rows that one import request may carry. */
export const IMPORT_CHUNK = 100
/** Addresses that one request may ask about. */
export const IMPORT_CHECK_MAX = 1000

export const BOOKKEEPER_PASSWORD_MIN = 6
export const CLIENT_PASSWORD_MIN = 8
export const PASSWORD_MAX = 200

/** Verification codes run from the first to the second of these. */
export const CODE_MIN = 100_000
export const CODE_MAX = 999_999
/** Wrong entries after which a verification code is void. */
export const CODE_TRIES = 5
/** Lifetime of a verification code, in milliseconds. */
export const CODE_TTL_MS = 10 * 60_000
/** Lifetime of the token that a code check returns, in milliseconds. */
export const SETUP_TOKEN_TTL_MS = 15 * 60_000
/** Lifetime of a confirmation or reset link, in milliseconds. */
export const LINK_TTL_MS = 60 * 60_000
export const CONFIRM_TTL_MS = 3 * 24 * 60 * 60_000
/** Lifetime of the links that approve a sign-up and that confirm a reply address, in milliseconds. */
export const APPROVAL_TTL_MS = 30 * 24 * 60 * 60_000
export const REPLY_TO_TTL_MS = 7 * 24 * 60 * 60_000
export const INVITATION_TTL_MS = 7 * 24 * 60 * 60_000
/** Lifetime of a request to change a client's address, in milliseconds. */
export const EMAIL_CHANGE_TTL_MS = 7 * 24 * 60 * 60_000

/** Lifetime of a challenge for a second factor, and of a provider's word on who it is, in milliseconds. */
export const CHALLENGE_TTL_MS = 10 * 60_000
/** Wrong codes after which a challenge is void. */
export const CHALLENGE_TRIES = 5
/** Lifetime of an enrolment whose code has not been entered, in milliseconds. */
export const ENROLMENT_TTL_MS = 30 * 60_000
export const RECOVERY_CODES = 10

/** Lifetime of an access token, in milliseconds. */
export const ACCESS_TOKEN_TTL_MS = 15 * 60_000
/** Longest lifetime of a session, however much it is used, in milliseconds. */
export const SESSION_TTL_MS = 30 * 24 * 60 * 60_000
/** How often the browser looks at the session's expiry, and how long before it refreshes, in milliseconds. */
export const SESSION_CHECK_MS = 30_000
export const SESSION_REFRESH_WITHIN_MS = 90_000

export const MESSAGE_MAX = 10_000
/** Most files of one chat message. */
export const MESSAGE_FILES_MAX = 10
/** How long after it was sent a chat message can be edited, in milliseconds. */
export const MESSAGE_EDIT_MS = 5 * 60_000
/** A typing mark that is not renewed goes out after this long, and is renewed this often at most, in milliseconds. */
export const TYPING_SHOWN_MS = 6_000
export const TYPING_EVERY_MS = 2_500
/** How often an open conversation asks anew whether the other side is there, and for how long it is told meanwhile, in milliseconds. */
export const PRESENCE_EVERY_MS = 45_000
export const PRESENCE_WATCH_MS = 2 * 60_000
export const PREVIEW_CHARACTERS = 45
export const BOOKKEEPER_NOTIFICATIONS_SHOWN = 10
export const CLIENT_NOTIFICATIONS_SHOWN = 5
export const PAGE_SIZE = 50
export const PAGE_SIZE_MAX = 100

/** Most files in one ZIP: what one request may read from storage. */
export const MAX_ZIP_FILES = 5000
/** How long a ticket for a download is good, in milliseconds. */
export const DOWNLOAD_TICKET_TTL_MS = 60_000
/** How much of a long text file is shown in place, in bytes. */
export const TEXT_PREVIEW_BYTES = 512 * 1024

/** Longest "ask for this first" that is read out of a bookkeeper's notes. */
export const WISH_FIRST_MAX = 120
/** Follow-ups about one assignment, before the bookkeeper is told instead. */
export const FOLLOW_UPS_MAX = 5
/** Longest subject and text of a follow-up. */
export const FOLLOW_UP_SUBJECT_MAX = 120
export const FOLLOW_UP_TEXT_MAX = 2000

/** What the portal gave up on sending is kept so many days: until then somebody may have it sent again. */
export const OUTBOX_DEAD_DAYS = 30

/** Addresses for webhooks that a bookkeeper may have, and the length of one. */
export const MAX_WEBHOOKS = 10
export const WEBHOOK_URL_MAX = 2000
/** How long the log of deliveries reaches back, in days. */
export const WEBHOOK_LOG_DAYS = 30
