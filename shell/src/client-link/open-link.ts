import type { Challenge, SignInResult } from '@portal/contract/factors'
import type { OneTapLink } from '@portal/contract/one-tap'
import { api, call, currentSession, isApiError, setSession } from '@portal/sdk'
import { browserTimeZone } from '../client-auth/code-requests.ts'
import { forgetUserData } from '../forget-user-data.ts'

/** Ends the session of another person in this browser, so that a link can open one for its owner. */
async function endSession(): Promise<void> {
  await call(api.auth['sign-out'].$post())
  forgetUserData()
  setSession(null, 'elsewhere')
}

/** Switches the session of the link's owner to the record of the link. Returns whether it could be switched. */
async function switchRecord({ client_id }: OneTapLink): Promise<boolean> {
  try {
    setSession(await call(api.auth.records.switch.$post({ json: { client_id } })), 'switched')
    return true
  } catch (error) {
    // The session was opened by a link, too, and stays with its record.
    if (isApiError(error, 'forbidden')) return false
    throw error
  }
}

/** Begins the session. Returns the challenge if the person has a second factor. */
function accept(answer: SignInResult): Challenge | undefined {
  if ('second_factor' in answer) return answer.second_factor
  setSession(answer, 'signed-in')
  return undefined
}

/** Continues as the owner of a link. Returns the challenge if the person has a second factor. */
export async function openLink(token: string, link: OneTapLink): Promise<Challenge | undefined> {
  const session = currentSession()
  if (session?.user.id === link.user_id && (await switchRecord(link))) return undefined
  if (session) await endSession()
  return accept(await call(api.auth['one-tap'].open.$post({ json: { token, timeZone: browserTimeZone() } })))
}

/** Continues with a mailed code, on another device. Returns the challenge if the person has a second factor. */
export async function openWithCode(token: string, code: string): Promise<Challenge | undefined> {
  if (currentSession()) await endSession()
  return accept(await call(api.auth['one-tap'].confirm.$post({ json: { token, code } })))
}
