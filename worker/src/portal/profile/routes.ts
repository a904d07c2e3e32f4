import { Profile, SetTimeZone, UpdateProfile } from '@portal/contract/auth'
import { Ok } from '@portal/contract/common'
import { SavedViews, SaveView } from '@portal/contract/views'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { okAfter } from '../../platform/http/ok-after.ts'
import { getProfile } from './get-profile.ts'
import { getSavedViews, saveView } from './saved-views.ts'
import { setTimeZone } from './set-time-zone.ts'
import { updateProfile } from './update-profile.ts'

/** Routes for the profile of the signed-in user. */
export const profileRoutes = new Hono<AppTypes>()
  .get(
    '/',
    endpoint({
      id: 'getProfile',
      summary: 'Get the profile of the signed-in user',
      access: 'user',
      links: 'allowed',
      response: Profile,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getProfile(c.var.ctx)),
  )
  .patch(
    '/',
    endpoint({
      id: 'updateProfile',
      summary: 'Update the profile of the signed-in bookkeeper',
      access: 'bookkeeper',
      json: UpdateProfile,
      response: Profile,
      errors: ['not_found'],
    }),
    async (c) => c.json(await updateProfile(c.var.ctx, c.req.valid('json'))),
  )
  .put(
    '/time-zone',
    endpoint({
      id: 'setTimeZone',
      summary: 'Set the time zone of the signed-in user',
      access: 'user',
      links: 'allowed',
      json: SetTimeZone,
      response: Profile,
      errors: ['not_found'],
    }),
    async (c) => c.json(await setTimeZone(c.var.ctx, c.req.valid('json').time_zone)),
  )
  .get(
    '/views',
    endpoint({
      id: 'getSavedViews',
      summary: 'Get the saved views of lists',
      access: 'bookkeeper',
      response: SavedViews,
    }),
    async (c) => c.json(await getSavedViews(c.var.ctx)),
  )
  .put(
    '/views',
    endpoint({
      id: 'saveView',
      summary: 'Save the view of a list',
      access: 'bookkeeper',
      json: SaveView,
      response: Ok,
    }),
    (c) => okAfter(c, saveView(c.var.ctx, c.req.valid('json'))),
  )
