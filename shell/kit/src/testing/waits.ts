import { WAIT_LIMIT_MS } from '@portal/contract/testing/wait-limit'
import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: WAIT_LIMIT_MS })
