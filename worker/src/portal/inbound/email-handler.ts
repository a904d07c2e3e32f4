import type { Env } from '../../env.ts'
import { portalContext } from '../../portal-context.ts'
import { receiveMail } from './receive-mail.ts'

/** Handles a mail that Cloudflare Email Routing delivers to the worker. */
export async function handleEmail(message: ForwardableEmailMessage, env: Env): Promise<void> {
  const { from, to, rawSize, raw } = message
  const refusal = await receiveMail(portalContext(env, new Date()), { from, to, size: rawSize, raw })
  if (refusal !== null) message.setReject(refusal)
}
