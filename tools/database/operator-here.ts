import { userInfo } from 'node:os'

/** Returns the name of the person who runs a command, for the audit log. */
export function operatorHere(): string {
  try {
    return userInfo().username
  } catch {
    // Containers can run under a user id without an entry in the list of users.
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}
