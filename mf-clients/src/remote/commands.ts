import type { Command } from '@portal/contract/commands'

/** The commands of this remote in the command palette. */
export default [
  { label: 'Add client', path: '/clients?create=true', icon: 'plus', words: 'new create invite onboard' },
  { label: 'Import clients', path: '/clients?import=true', icon: 'upload', words: 'csv file' },
  { label: 'Overdue clients', path: '/clients?show=overdue', icon: 'users', words: 'late due remind' },
  { label: 'Archived clients', path: '/clients?show=archived', icon: 'archive', words: 'archive restore' },
  { label: 'Open client', path: '/clients?client={client}', for: 'client', opens: true, icon: 'user' },
  { label: 'Assign a workform', path: '/clients?client={client}&action=assign', for: 'client', icon: 'send' },
  { label: 'Remind now', path: '/clients?client={client}&action=remind', for: 'client', icon: 'bell' },
  { label: 'Notes', path: '/clients?client={client}&tab=notes', for: 'client', icon: 'file-text' },
  { label: 'Files', path: '/clients?client={client}&tab=files', for: 'client', icon: 'paperclip' },
  { label: 'History', path: '/clients?client={client}&tab=history', for: 'client', icon: 'history' },
  { label: 'Follow-ups', path: '/clients/follow-ups?client={client}', for: 'client', icon: 'bell' },
  { label: 'Open client', path: '/clients?client={client}', for: 'submission', icon: 'user' },
  { label: 'Remind now', path: '/clients?client={client}&action=remind', for: 'submission', icon: 'bell' },
  { label: 'All clients with “{text}”', path: '/clients?q={text}', for: 'text', icon: 'users' },
] satisfies Command[]
