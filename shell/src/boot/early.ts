import { askEarly } from '@portal/sdk/early'

// What fails here is asked for again by the page's own code, which then tells of it.
askEarly().catch(() => undefined)
