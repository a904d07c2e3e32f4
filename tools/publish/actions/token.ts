import { PrintableText } from '@portal/contract/remotes'
import { localTime } from '../../command/local-time.ts'
import { StartError } from '../../command/start-error.ts'
import { databaseFromEnvironment } from '../../database/database.ts'
import { issueToken, listTokens, revokeToken } from '../credentials/remote-token.ts'
import { action, wholeNumber } from './action.ts'
import { suggestTeam } from './team.ts'

/** The longest lifetime of a token in days. */
const DAYS_MAX = 366

/** Returns the lifetime that an option was given. Throws StartError when it is none. */
export function lifetimeOf(text: string | undefined): number | undefined {
  const days = wholeNumber(text, '--days')
  if (days !== undefined && (days < 1 || days > DAYS_MAX))
    throw new StartError(`--days takes a number from 1 to ${DAYS_MAX}.`)
  return days
}

export const token = action({
  usage: `pnpm remote token <name>      issues a token (--days 90 --label ci); --preview allows previews only,
                              --list lists tokens, --revoke <id> revokes one`,
  options: {
    days: { type: 'string' },
    label: { type: 'string' },
    preview: { type: 'boolean' },
    list: { type: 'boolean' },
    revoke: { type: 'string' },
  },
  run: async (name, given) => {
    const store = databaseFromEnvironment()
    if (given.revoke) {
      if (!(await revokeToken(store, name, given.revoke)))
        throw new StartError(`${name} has no active token ${given.revoke}.`)
      console.log(`Token ${given.revoke} of ${name} was revoked.`)
    } else if (given.list) {
      const tokens = await listTokens(store, name)
      for (const { id, label, scope, created_at, expires_at, revoked_at, last_used_at } of tokens) {
        const end = revoked_at ? `revoked ${localTime(revoked_at)}` : `expires ${localTime(expires_at ?? created_at)}`
        const use = last_used_at ? `last used ${localTime(last_used_at)}` : 'never used'
        console.log(`${id}   ${scope}   ${label ?? '-'}   created ${localTime(created_at)}   ${end}   ${use}`)
      }
      if (tokens.length === 0) console.log(`${name} has no tokens.`)
    } else {
      const days = lifetimeOf(given.days)
      if (!PrintableText.optional().safeParse(given.label).success)
        throw new StartError('A label must not contain control characters.')
      console.log(
        await issueToken(store, name, { label: given.label, scope: given.preview ? 'preview' : 'publish', days }),
      )
      await suggestTeam(store, name)
    }
  },
})
