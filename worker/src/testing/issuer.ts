import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** A real OpenID Connect provider for tests. The login name determines the person; there is no password check. */
export interface Issuer {
  url: string
  /** Configuration variables of the portal. */
  variables: Record<string, string>
  /** Registers a portal. */
  admit(portalUrl: string): void
  stop(): Promise<void>
}

const CLIENT_ID = 'portal'
const CLIENT_SECRET = 'a-secret-that-only-the-portal-knows'

/**
 * Returns the claims of a login: `subject` or `subject as address`. A subject that starts with `unverified` has an
 * unverified address; one that starts with `nomail` has none.
 */
function claimsOf(login: string): { sub: string; email?: string; email_verified?: boolean; name: string } {
  const [subject = '', address] = login.split(' as ')
  const email = address ?? subject
  const mail = subject.startsWith('nomail') ? {} : { email, email_verified: !subject.startsWith('unverified') }
  return { sub: login, name: `Olive ${subject.split(/[-@]/)[0]}`, ...mail }
}

function provider(issuer: string, portalUrl: string): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${portalUrl}/api/auth/oauth/oidc/callback`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['test'] },
    pkce: { required: () => true },
    findAccount: (_ctx, login) => ({ accountId: login, claims: () => claimsOf(login) }),
    // Consent is implied.
    loadExistingGrant: async (ctx) => {
      const { client, session, provider: own } = ctx.oidc
      const grant = new own.Grant({ clientId: client?.clientId, accountId: session?.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
}

/** Starts the provider. It responds with 503 until `admit` is called. */
export async function startIssuer(): Promise<Issuer> {
  let handler: RequestListener = (_, response) => response.writeHead(503).end()
  const server = createServer((request, response) => handler(request, response))
  await new Promise<void>((resolve) => server.listen(0, () => resolve()))
  // A different site than the portal's localhost, like a real provider.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    variables: {
      OIDC_ISSUER: url,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_NAME: 'Ledger ID',
    },
    admit(portalUrl) {
      handler = provider(url, portalUrl).callback()
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
