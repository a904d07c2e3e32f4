/** Tests wait for conditions. The limit is for a busy machine; a condition that never comes true fails all the same. */

import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 20_000 })
