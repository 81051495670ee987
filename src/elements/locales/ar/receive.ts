import type { Translation } from '../catalogue.js'
import type en from '../en/receive.js'

export default {} satisfies Translation<typeof en>
