import { askEarly, earlyPage } from '@portal/sdk/early'
import { fetchBehindInTurn } from './behind.ts'
import { showFrame } from './frame.ts'

const page = earlyPage()
// What fails here is asked for again by the page's own code, which then tells of it.
askEarly(page, (session) => page && showFrame(page, session)).catch(() => undefined)
fetchBehindInTurn()
// A browser that writes its first date reads for that what it knows of the locale: 30 ms, on a phone 130. The processor has nothing else to do yet.
// A client reads dates in the form of their own locale, a bookkeeper in that of the specification.
setTimeout(() => new Intl.DateTimeFormat(page?.role === 'client' ? undefined : 'en-US', { timeZone: 'UTC' }).format(0))
