import type { Translation } from '../catalogue.js'
import type en from '../en/send.js'

export default {} satisfies Translation<typeof en>
