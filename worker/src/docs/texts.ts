import type { Access } from '../endpoint.ts'

/** What the document says in words: who may call, what areas and parameters are about. */

export const ACCESS: Readonly<Record<Access, string>> = {
  public: 'Needs no sign-in.',
  user: 'For anyone who is signed in.',
  account: 'For a signed-in client, also before they have chosen a bookkeeper.',
  bookkeeper: 'For signed-in bookkeepers.',
  client: 'For signed-in clients.',
}

export const TAGS: Readonly<Record<string, string>> = {
  health: 'Whether the portal can serve.',
  realtime: 'Live events.',
  clients: "A bookkeeper's clients.",
  workforms: 'Forms that clients fill in, and templates for them.',
  assignments: 'Workforms assigned to clients.',
  dashboard: "The bookkeeper's dashboard.",
  auth: 'Signing up and in, passwords, sessions, second factors and sign-in providers.',
  profile: 'The own profile.',
  remotes: 'Published parts of the user interface.',
  portal: 'What clients fill in and submit.',
  files: 'Files of clients and templates.',
  downloads: 'Archives of submitted files.',
  templates: 'Template files of workforms.',
  uploads: 'Files that arrive in parts.',
  submissions: 'What clients have submitted, for review.',
  sections: 'Decisions on single sections.',
  notifications: 'Notifications of the signed-in user.',
  mail: 'Which e-mail a person gets.',
  'firm-mail': "The firm's e-mail: its sender, and what could not be delivered.",
  audit: 'The audit log.',
  chat: 'Conversations between bookkeepers and clients.',
  vitals: 'How pages perform in browsers.',
  webhooks: 'Events sent to other systems.',
  'follow-ups': 'Reminders that the agent plans and sends.',
  usage: 'What the firm uses of its limits.',
}

export const PARAMETERS: Readonly<Record<string, string>> = {
  id: 'Id of what the path names.',
  workformId: 'Id of the workform.',
  messageId: 'Id of the message.',
  cursor: 'The `next` of the page before.',
  limit: 'Entries of one page.',
  q: 'What to search for.',
  day: 'A calendar date, yyyy-mm-dd.',
  from: 'The first day or place.',
  to: 'The last day.',
  since: 'Number of the last event that was received.',
  token: 'The token of the mailed link.',
  part: 'Number of the part, from 1.',
  sort: 'What to sort by; a minus in front reverses the order.',
  version: 'Version of the remote.',
  path: 'Path of the file inside the build.',
  provider: 'Name of the sign-in provider.',
  ticket: 'The ticket that was handed out.',
}
