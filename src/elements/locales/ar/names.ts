import type { Translation } from '../catalogue.js'
import type en from '../en/names.js'

export default {} satisfies Translation<typeof en>
