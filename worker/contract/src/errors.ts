import { FIELD_IS_FULL, FILE_CONTENT_REFUSED, FILE_EMPTY, FILE_TOO_LARGE, FILE_TYPE_REFUSED } from './limit-messages.ts'

/**
 * All errors of the API by code, with status, title and detail. Many texts are specified word for word. An
 * error can be thrown with a more precise detail.
 */
export const ERRORS = {
  invalid_input: { status: 400, title: 'Invalid input', detail: 'Some of the values are not valid.' },
  unauthenticated: { status: 401, title: 'Authentication required', detail: 'Please sign in.' },
  invalid_credentials: {
    status: 401,
    title: 'Sign In Failed',
    detail: 'Invalid email or password. Please check your credentials and try again.',
  },
  email_not_confirmed: { status: 403, title: 'Sign In Failed', detail: 'Email not confirmed' },
  wrong_portal: {
    status: 403,
    title: 'Access Denied',
    detail: 'This is the bookkeeper portal. Please use the client portal to sign in.',
  },
  forbidden: { status: 403, title: 'Access Denied', detail: 'You do not have access to this.' },
  not_found: { status: 404, title: 'Not found', detail: 'This does not exist, or you do not have access to it.' },
  method_not_allowed: { status: 405, title: 'Method not allowed', detail: 'This URL does not support this method.' },
  account_exists: {
    status: 409,
    title: 'Account Already Exists',
    detail: 'An account with this email already exists. Please sign in instead.',
  },
  email_used_by_client: {
    status: 409,
    title: 'Email Already Used',
    detail: 'This email is registered as a client. Please use a different email.',
  },
  email_used_by_bookkeeper: {
    status: 409,
    title: 'Email Already Used',
    detail: 'This email is registered as a bookkeeper. Please contact support.',
  },
  client_email_taken: {
    status: 409,
    title: 'Email Already Used',
    detail: 'You already have a client with this email.',
  },
  client_archived: {
    status: 409,
    title: 'Client Is Archived',
    detail: 'You have an archived client with this email. Restore the client instead of creating another.',
  },
  archived: { status: 409, title: 'Archived', detail: 'This is archived. Restore it first.' },
  client_refused: {
    status: 409,
    title: 'Cannot Invite',
    detail: 'This person has asked not to be invited by your firm.',
  },
  email_not_registered: {
    status: 404,
    title: 'Email Not Registered',
    detail: 'This email is not registered. Please contact your bookkeeper.',
  },
  invalid_code: { status: 400, title: 'Invalid Code', detail: 'Invalid or expired code.' },
  session_expired: {
    status: 401,
    title: 'Session Expired',
    detail: 'Please start the password reset or signup process again.',
  },
  invalid_link: {
    status: 400,
    title: 'Invalid or Expired Link',
    detail: 'This link is no longer valid. Please ask for a new one.',
  },
  link_used: {
    status: 400,
    title: 'Invalid or Expired Link',
    detail: 'You have already set up your account. Please sign in.',
  },
  password_weak: { status: 400, title: 'Password Invalid', detail: 'Please choose another password.' },
  wrong_password: { status: 400, title: 'Password Invalid', detail: 'The current password is not correct.' },
  password_missing: {
    status: 409,
    title: 'No password yet',
    detail: 'This account has no password. Please enter the code that we email you.',
  },
  wrong_email_code: {
    status: 400,
    title: 'Invalid Code',
    detail: 'The code from the email is not correct or no longer valid. You can ask for a new one.',
  },
  factor_exists: { status: 409, title: 'Already on', detail: 'Two-step verification is already on.' },
  passkey_unknown: {
    status: 401,
    title: 'Passkey Not Recognized',
    detail: 'This passkey was removed from its account. Please sign in another way.',
  },
  passkey_refused: {
    status: 401,
    title: 'Sign In Failed',
    detail: 'Your passkey could not be verified. Please try again, or sign in another way.',
  },
  passkey_exists: { status: 409, title: 'Already added', detail: 'This passkey is already in use.' },
  too_many_passkeys: {
    status: 409,
    title: 'Not added',
    detail: 'You already have 20 passkeys. Please remove one first.',
  },
  reauthentication_required: {
    status: 400,
    title: 'Please confirm that it is you',
    detail: 'Please enter your password to continue, or a code that we email you if you have none.',
  },
  oauth_failed: {
    status: 502,
    title: 'Sign In Failed',
    detail: 'The sign-in provider could not be reached. Please try again.',
  },
  email_not_verified: {
    status: 403,
    title: 'Sign In Failed',
    detail: 'The provider has not verified your email address. Verify it there, or sign in with your password.',
  },
  last_sign_in_method: {
    status: 409,
    title: 'Cannot unlink',
    detail: 'This is your only way to sign in. Set a password first.',
  },
  cannot_delete_client: {
    status: 409,
    title: 'Cannot Delete',
    detail: 'Cannot delete client with existing workform assignments. Please remove assignments first.',
  },
  past_due_date: { status: 400, title: 'Invalid due date', detail: 'The due date must be today or later.' },
  message_settled: {
    status: 409,
    title: 'Message not changed',
    detail: 'A message can be edited within 5 minutes of sending.',
  },
  message_deleted: { status: 409, title: 'Message not changed', detail: 'This message was deleted.' },
  follow_up_sent: { status: 409, title: 'Already sent', detail: 'This follow-up has already been sent.' },
  reminder_refused: { status: 409, title: 'Not sent', detail: 'This client cannot be reminded.' },
  reminder_held: { status: 409, title: 'Not sent', detail: 'The agent would not remind this client now.' },
  missing_required: {
    status: 400,
    title: 'Missing required fields',
    detail: 'Please fill in all required fields before submitting.',
  },
  section_locked: {
    status: 409,
    title: 'Section locked',
    detail: 'This section is waiting for review or has been approved.',
  },
  already_opened: {
    status: 409,
    title: 'Already opened',
    detail: 'Your bookkeeper has opened this section. You can ask to change it.',
  },
  too_many_recalls: {
    status: 409,
    title: 'Not taken back',
    detail: 'You have taken back this section many times. Please send a message to your bookkeeper.',
  },
  stale: {
    status: 409,
    title: 'Changed in the meantime',
    detail: 'This has changed in the meantime. Please check the current version and try again.',
  },
  too_many_links: {
    status: 409,
    title: 'Too many links',
    detail: 'This section has as many links as it can have. Revoke one of them first.',
  },
  too_many_webhooks: {
    status: 409,
    title: 'Not added',
    detail: 'You already have ten webhook addresses. Please remove one first.',
  },
  webhook_off: { status: 409, title: 'Not sent', detail: 'This address is switched off. Switch it on first.' },
  file_empty: { status: 400, title: 'Upload failed', detail: FILE_EMPTY },
  file_too_large: { status: 413, title: 'Upload failed', detail: FILE_TOO_LARGE },
  file_type: { status: 415, title: 'Upload failed', detail: FILE_TYPE_REFUSED },
  file_content: { status: 415, title: 'Upload failed', detail: FILE_CONTENT_REFUSED },
  too_many_files: { status: 409, title: 'Upload failed', detail: FIELD_IS_FULL },
  file_damaged: {
    status: 422,
    title: 'Upload failed',
    detail: 'The file changed during the upload. Please choose it again.',
  },
  idempotency_mismatch: {
    status: 422,
    title: 'Idempotency-Key reused',
    detail: 'This Idempotency-Key was used for a different request. Use a new key for each request.',
  },
  invalid_range: { status: 416, title: 'Range not satisfiable', detail: 'The requested range is outside the file.' },
  upload_incomplete: { status: 409, title: 'Upload failed', detail: 'Parts of the file are still missing.' },
  too_many_uploads: {
    status: 429,
    title: 'Upload failed',
    detail: 'You have too many uploads in progress. Please finish or cancel some of them first.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timed out',
    detail: 'The request took too long to arrive. Please try again.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported content type',
    detail: 'This endpoint expects the Content-Type application/json.',
  },
  too_large: { status: 413, title: 'Too large', detail: 'The request is larger than the portal accepts.' },
  too_many_requests: { status: 429, title: 'Too many attempts', detail: 'Please wait a moment and try again.' },
  invitation_limit: {
    status: 429,
    title: 'Invitation limit reached',
    detail: 'Your firm has reached its daily limit of invitations. Please try again tomorrow.',
  },
  storage_limit: {
    status: 429,
    title: 'Storage is full',
    detail:
      'Your firm has used all of its storage for files and text. Delete files or clients that are no longer needed, ' +
      'or ask the operator of the portal for more.',
  },
  awaiting_approval: {
    status: 403,
    title: 'Waiting for approval',
    detail: 'Your account is waiting for approval. You will get an email as soon as you can sign in.',
  },
  sign_up_closed: {
    status: 403,
    title: 'Sign Up Failed',
    detail: 'This portal does not accept new sign-ups. Please contact its operator.',
  },
  incompatible_remote: {
    status: 409,
    title: 'Incompatible remote',
    detail: 'This build is not compatible with the running portal.',
  },
  bad_version: { status: 409, title: 'Rolled back before', detail: 'Confirm that you publish this version again.' },
  left_alone: { status: 409, title: 'Left alone', detail: 'Only a person can publish this remote now.' },
  version_exists: {
    status: 409,
    title: 'Version exists',
    detail: 'This version is already published. Versions never change.',
  },
  busy: { status: 503, title: 'Busy', detail: 'The portal is busy. Please try again in a moment.' },
  internal: { status: 500, title: 'Something went wrong', detail: 'Please try again later.' },
} as const satisfies Record<string, { status: number; title: string; detail: string }>

export type ErrorCode = keyof typeof ERRORS
