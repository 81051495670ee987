import type { Translation } from '../catalogue.js'
import type en from '../en/buy.js'

export default {} satisfies Translation<typeof en>
