import type { Access } from '../../endpoint.ts'

/** Texts of the OpenAPI document: access rules, tags and parameters. */

export const ACCESS: Readonly<Record<Access, string>> = {
  public: 'Needs no sign-in.',
  user: 'For signed-in users.',
  account: 'For signed-in clients, even before they have chosen a bookkeeper.',
  bookkeeper: 'For signed-in bookkeepers.',
  client: 'For signed-in clients.',
}

/** Describes routes that answer at the operator origin only. */
export const AT_OPERATORS = 'Answers only at the operator origin.'

export const TAGS: Readonly<Record<string, string>> = {
  health: 'Health checks.',
  realtime: 'Live events.',
  clients: "A bookkeeper's clients.",
  workforms: 'Forms that clients fill in, and their templates.',
  assignments: 'Workforms assigned to clients.',
  dashboard: "The bookkeeper's dashboard.",
  auth: 'Sign-up, sign-in, passwords, sessions, second factors and sign-in providers; sign-in to the operator page.',
  profile: 'The profile of the signed-in user.',
  remotes: 'Published micro-frontends.',
  delivery: 'The state and health of remotes, and feature flags, for the operator page.',
  portal: 'Workforms as seen by the client: drafts, files and submissions.',
  files: 'Uploaded files.',
  downloads: 'Archives of submitted files.',
  templates: 'Template files of workforms.',
  uploads: 'Multipart uploads.',
  submissions: 'Submissions for review.',
  sections: 'Review of sections.',
  notifications: 'Notifications of the signed-in user.',
  mail: 'Email settings of the signed-in user.',
  push: 'Push messages to the browsers of signed-in users.',
  'firm-mail': "The firm's email: sender, deliveries and bounces.",
  audit: 'The audit log.',
  chat: 'Conversations between bookkeepers and clients.',
  vitals: 'Page performance and errors in browsers.',
  webhooks: 'Webhooks and their deliveries.',
  'follow-ups': 'Reminders that the agent plans and sends.',
  search: 'The search of the command palette.',
  usage: 'Usage of the firm’s quotas.',
}

export const PARAMETERS: Readonly<Record<string, string>> = {
  id: 'Id of the resource.',
  workformId: 'Id of the workform.',
  messageId: 'Id of the message.',
  cursor: 'The `next` of the previous page.',
  limit: 'Entries per page.',
  q: 'What to search for.',
  ids: 'Ids of items, separated by commas.',
  day: 'A calendar date, yyyy-mm-dd.',
  from: 'The first day, or the start of the range.',
  to: 'The last day.',
  since: 'Number of the last received event.',
  token: 'The token in the mailed link.',
  part: 'Number of the upload part, from 1.',
  sort: 'Sort key; a leading minus reverses the order.',
  version: 'Version of the remote.',
  path: 'Path of the file in the build.',
  target: 'The target of the value.',
  provider: 'Name of the sign-in provider.',
  ticket: 'The download ticket.',
}
