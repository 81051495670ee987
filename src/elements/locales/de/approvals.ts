import type { Translation } from '../catalogue.js'
import type en from '../en/approvals.js'

export default {} satisfies Translation<typeof en>
