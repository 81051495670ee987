// All English texts by feature, for types, checks and tests. The modal loads the texts of each feature on demand.
import account from './account.js'
import assets from './assets.js'
import activity from './activity.js'
import nfts from './nfts.js'
import receive from './receive.js'
import send from './send.js'
import swap from './swap.js'
import buy from './buy.js'
import names from './names.js'
import approvals from './approvals.js'
import smartSessions from './smart-sessions.js'
import connecting from './connecting.js'
import email from './email.js'
import errors from './errors.js'
import first from './first.js'
import logins from './logins.js'
import networks from './networks.js'
import social from './social.js'
import shell from './shell.js'
import signIn from './sign-in.js'
import wallets from './wallets.js'

export default {
  first,
  shell,
  connecting,
  wallets,
  account,
  networks,
  signIn,
  assets,
  activity,
  nfts,
  receive,
  send,
  swap,
  buy,
  names,
  approvals,
  smartSessions,
  logins,
  email,
  social,
  errors,
}
