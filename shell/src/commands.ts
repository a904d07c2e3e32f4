import type { Command } from '@portal/contract/commands'

/** The commands of the shell for bookkeepers. Those of remotes are in their `src/remote/commands.ts`. */
export const SHELL_COMMANDS: readonly Command[] = [
  { label: 'Message', path: '/chat?client={client}', for: 'client', icon: 'message-square' },
  { label: 'Message client', path: '/chat?client={client}', for: 'submission', icon: 'message-square' },
]
