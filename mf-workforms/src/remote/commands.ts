import type { Command } from '@portal/contract/commands'

/** The commands of this remote in the command palette. */
export default [
  { label: 'New workform', path: '/workforms?create=true', icon: 'plus', words: 'create form template' },
  { label: 'Assign workform', path: '/workforms?assign=true', icon: 'send', words: 'send form clients' },
  { label: 'Archived workforms', path: '/workforms?tab=archived', icon: 'archive', words: 'archive restore' },
  { label: 'Preview workform', path: '/workforms?workform={workform}', for: 'workform', opens: true, icon: 'eye' },
  { label: 'Assign to clients', path: '/workforms?workform={workform}&action=assign', for: 'workform', icon: 'send' },
  { label: 'Edit workform', path: '/workforms?workform={workform}&action=edit', for: 'workform', icon: 'pencil' },
  { label: 'Preview workform', path: '/workforms?workform={workform}', for: 'submission', icon: 'eye' },
  { label: 'All workforms with “{text}”', path: '/workforms?q={text}', for: 'text', icon: 'file-text' },
] satisfies Command[]
