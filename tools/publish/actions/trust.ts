import { StartError } from '../../command/start-error.ts'
import { databaseFromEnvironment } from '../../database/database.ts'
import { isLocalAddress } from '../../run/origins-at.ts'
import { addTrust, listTrusts, revokeTrust } from '../credentials/remote-trust.ts'
import { action, portalAddress } from './action.ts'
import { suggestTeam } from './team.ts'

/** Returns the claims of `--claim name=value` options. */
function claimsOf(given: readonly string[] = []): Record<string, string> {
  const entries = given.map((text) => {
    const [, name = '', value = ''] = /^([^=]+)=(.+)$/.exec(text) ?? []
    if (!name) throw new StartError(`--claim takes name=value, not "${text}".`)
    return [name, value] as const
  })
  return Object.fromEntries(entries)
}

export const trust = action({
  usage: `pnpm remote trust <name>      lets jobs of a CI provider publish without a secret: --issuer, --subject,
                              --claim ref=refs/heads/main (any number), --audience (default: the portal);
                              --preview allows previews only, --list lists trusts, --revoke <id> revokes one`,
  options: {
    issuer: { type: 'string' },
    subject: { type: 'string' },
    audience: { type: 'string' },
    claim: { type: 'string', multiple: true },
    preview: { type: 'boolean' },
    list: { type: 'boolean' },
    revoke: { type: 'string' },
  },
  run: async (name, given) => {
    const store = databaseFromEnvironment()
    if (given.revoke) {
      if (!(await revokeTrust(store, name, given.revoke))) throw new StartError(`${name} has no trust ${given.revoke}.`)
      console.log(`Trust ${given.revoke} of ${name} was revoked.`)
    } else if (given.list) {
      const trusts = await listTrusts(store, name)
      for (const { id, scope, issuer, subject, audience, claims } of trusts)
        console.log(`${id}   ${scope}   ${issuer}   ${subject}   for ${audience}   ${JSON.stringify(claims)}`)
      if (trusts.length === 0) console.log(`${name} trusts no CI provider.`)
    } else {
      const { issuer, subject, audience = portalAddress(given), claim } = given
      if (!issuer || !URL.canParse(issuer) || !subject)
        throw new StartError('Pass the address of the provider as --issuer, and the subject of its jobs as --subject.')
      if (subject.includes('*')) throw new StartError('--subject is compared as it is. It cannot be a pattern.')
      // The portal fetches the keys of a provider from public https addresses, on a development machine from any.
      if (!issuer.startsWith('https://') && !isLocalAddress(issuer))
        throw new StartError(`--issuer takes the https address of the provider, not ${issuer}.`)
      const scope = given.preview ? 'preview' : 'publish'
      const id = await addTrust(store, { name, issuer, audience, subject, claims: claimsOf(claim), scope })
      console.log(`Jobs of ${subject} may ${scope} ${name} (trust ${id}).`)
      await suggestTeam(store, name)
    }
  },
})
