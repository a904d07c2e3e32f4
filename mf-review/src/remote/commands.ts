import type { Command } from '@portal/contract/commands'

const SUBMISSION = '/form-submissions?workform={workform}&client={client}'

/** The commands of this remote in the command palette. */
export default [
  { label: 'Submissions to review', path: '/form-submissions?only=waiting', icon: 'inbox', words: 'waiting approve' },
  { label: 'Overdue submissions', path: '/form-submissions?only=overdue', icon: 'inbox', words: 'late due' },
  { label: 'Review submission', path: SUBMISSION, for: 'submission', opens: true, icon: 'inbox' },
  { label: 'Submissions', path: '/form-submissions?client={client}', for: 'client', icon: 'inbox' },
  { label: 'Submissions', path: '/form-submissions?workform={workform}', for: 'workform', icon: 'inbox' },
  { label: 'All submissions with “{text}”', path: '/form-submissions?q={text}', for: 'text', icon: 'inbox' },
] satisfies Command[]
