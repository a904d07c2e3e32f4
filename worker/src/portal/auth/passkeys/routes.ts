import { IdParam, Ok } from '@portal/contract/common'
import { Session } from '@portal/contract/auth'
import { FullReauthentication } from '@portal/contract/factors'
import * as P from '@portal/contract/passkeys'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../../endpoint.ts'
import { okAfter } from '../../../platform/http/ok-after.ts'
import { withSessionCookies } from '../sessions/cookies.ts'
import { addPasskey } from './add-passkey.ts'
import { beginPasskey } from './begin-passkey.ts'
import { listPasskeys } from './list-passkeys.ts'
import { removePasskey } from './remove-passkey.ts'
import { renamePasskey } from './rename-passkey.ts'
import { signInWithPasskey } from './sign-in-with-passkey.ts'
import { startPasskeySignIn } from './start-passkey-sign-in.ts'

const REAUTHENTICATION_ERRORS = [
  'wrong_password',
  'password_missing',
  'wrong_email_code',
  'invalid_code',
  'too_many_requests',
  'busy',
] as const

/** Routes for signing in with a passkey. */
const signInRoutes = new Hono<AppTypes>()
  .post(
    '/options',
    endpoint({
      id: 'startPasskeySignIn',
      summary: 'Get the options for signing in with a passkey; they are the same for every account',
      access: 'public',
      response: P.PasskeyRequestOptions,
    }),
    (c) => c.json(startPasskeySignIn(c.var.ctx)),
  )
  .post(
    '/',
    endpoint({
      id: 'signInWithPasskey',
      summary: 'Sign in at one of the two portals with a passkey; sets the refresh cookie',
      access: 'public',
      json: P.PasskeySignIn,
      response: Session,
      errors: [
        'passkey_unknown',
        'passkey_refused',
        'session_expired',
        'wrong_portal',
        'email_not_confirmed',
        'awaiting_approval',
        'email_not_registered',
        'too_many_requests',
        'busy',
      ],
    }),
    async (c) => c.json(withSessionCookies<never>(c, await signInWithPasskey(c.var.ctx, c.req.valid('json')))),
  )

export const passkeyRoutes = new Hono<AppTypes>()
  .route('/sign-in', signInRoutes)
  .get(
    '/',
    endpoint({
      id: 'listPasskeys',
      summary: 'List the passkeys of the signed-in user',
      access: 'user',
      links: 'allowed',
      response: P.Passkeys,
    }),
    async (c) => c.json(await listPasskeys(c.var.ctx)),
  )
  .post(
    '/options',
    endpoint({
      id: 'beginPasskey',
      summary:
        'Get the options for creating a passkey; requires the password or a mailed code unless the sign-in was recent',
      access: 'user',
      links: 'proof',
      json: FullReauthentication,
      response: P.PasskeyCreationOptions,
      errors: ['reauthentication_required', 'too_many_passkeys', ...REAUTHENTICATION_ERRORS],
    }),
    async (c) => c.json(await beginPasskey(c.var.ctx, c.req.valid('json'))),
  )
  .post(
    '/',
    endpoint({
      id: 'addPasskey',
      summary: 'Add a passkey that an authenticator has created',
      access: 'user',
      links: 'proof',
      json: P.AddPasskey,
      response: P.Passkey,
      status: 201,
      errors: ['passkey_refused', 'session_expired', 'passkey_exists', 'too_many_passkeys'],
    }),
    async (c) => c.json(await addPasskey(c.var.ctx, c.req.valid('json')), 201),
  )
  .patch(
    '/:id',
    endpoint({
      id: 'renamePasskey',
      summary: 'Rename a passkey',
      access: 'user',
      links: 'refused',
      param: IdParam,
      json: P.RenamePasskey,
      response: Ok,
      errors: ['not_found', 'forbidden'],
    }),
    (c) => okAfter(c, renamePasskey(c.var.ctx, c.req.valid('param').id, c.req.valid('json').name)),
  )
  .delete(
    '/:id',
    endpoint({
      id: 'removePasskey',
      summary: 'Remove a passkey',
      access: 'user',
      links: 'proof',
      param: IdParam,
      json: FullReauthentication,
      response: Ok,
      errors: ['not_found', ...REAUTHENTICATION_ERRORS],
    }),
    (c) => okAfter(c, removePasskey(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
