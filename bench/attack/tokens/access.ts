import { newBookkeeper, newClient } from '../../../worker/src/testing/portal.ts'
import { type Attack, Trial } from '../attack.ts'
import type { Target } from '../target.ts'
import { asBearer } from './ask.ts'
import { claimsOf, forgeries, signed } from './forged.ts'

/** Opens the live channel. @returns what came of it */
function openSocket(url: string, token: string): Promise<'open' | 'refused'> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, ['portal.v1', `token.${token}`])
    socket.addEventListener('open', () => {
      socket.close()
      resolve('open')
    })
    socket.addEventListener('error', () => resolve('refused'))
  })
}

/** Tokens that the portal has not signed, where tokens are taken. */
export async function forgedTokens({ secret, url }: Target): Promise<Attack> {
  const trial = new Trial('forged access tokens')
  const [mine, victim] = [await newBookkeeper(), await newBookkeeper()]
  const [client, other] = [await newClient(mine), await newClient(victim)]
  for (const [own, theirs, path] of [
    [mine.token, victim.token, '/api/clients'],
    [client.token, other.token, '/api/portal/workforms'],
    [client.token, mine.token, '/api/clients'],
    [mine.token, client.token, '/api/portal/workforms'],
  ] as const) {
    for (const [what, token] of forgeries(own, secret, claimsOf(theirs))) {
      await trial.refused(`${what} at ${path}`, asBearer(path, token), 'unauthenticated')
    }
  }
  // The live channel takes its token in another place.
  for (const [what, token] of forgeries(client.token, secret, claimsOf(other.token)).filter(([, t]) =>
    /^[\w.-]+$/.test(t),
  )) {
    const answer = await openSocket(`${url.replace('http', 'ws')}/api/realtime`, token)
    trial.must(answer !== 'open', `${what} opens the live channel`)
  }
  const roleless = signed(secret, { ...claimsOf(client.token), client: null })
  await trial.refused('a client without a record', asBearer('/api/portal/workforms', roleless), 'forbidden')
  await trial.refused(
    'a client without a record, where anyone may',
    asBearer('/api/chat/threads', roleless),
    'forbidden',
  )
  return trial.result()
}
