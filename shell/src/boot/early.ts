import { sendEarlyRequests, readEarlyPage } from '@portal/sdk/early'
import { applyDeferredHintsInOrder } from './deferred-hints.ts'
import { showOutline } from './page-outline.ts'

const page = readEarlyPage()
// The page's own code repeats a failed request and reports the error.
sendEarlyRequests(page, (session) => page && showOutline(page, session)).catch(() => undefined)
applyDeferredHintsInOrder()
// Dates of clients are shown in their own locale. Loading its data takes 30 ms, on a phone 130 ms, and the
// CPU is idle now.
if (page?.role === 'client') setTimeout(() => new Intl.DateTimeFormat(undefined, { timeZone: 'UTC' }).format(0))
