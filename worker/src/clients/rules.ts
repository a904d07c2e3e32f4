import { require, type Step } from '../db/write.ts'

/** What holds for every client, however it is written. */

/** What the constraints on a client mean. */
export const CLIENT_CONFLICTS = { 'book_clients.email': 'client_email_taken' } as const

/** A step that refuses an address with which a bookkeeper signs in. One that was never confirmed is nobody's yet. */
export function noBookkeeper(email: string): Step {
  return require('email_used_by_bookkeeper', `NOT EXISTS (SELECT 1 FROM auth_users u JOIN profiles p ON p.id = u.id
                 WHERE u.email = ? AND p.role = 'bookkeeper' AND u.email_confirmed_at IS NOT NULL)`, [email])
}
