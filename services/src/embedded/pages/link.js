// The pages that mails link to: a new device (/device), a recovery that is to be stopped (/cancel), a change of address that is to be undone (/undo).
// The token stands in the fragment, which no server and no referrer sees. Nothing happens before a button is pressed.

const texts = {
  en: {
    wait: 'One moment …',
    device: {
      title: 'Is this you?',
      intro: 'Somebody wants to log in with your e-mail address. Confirm only if you see the same number in the app now.',
      number: 'Number in the app',
      app: 'App',
      browser: 'Browser',
      time: 'Time',
      yes: 'Yes, it is me',
      no: 'No, refuse',
      note: 'After this you get a second mail with a code. Type it nowhere but in that app.',
      done: 'Confirmed',
      doneText: 'We sent you a mail with a code. Type it in the app. You can close this page.',
      refused: 'Refused',
      refusedText: 'Nobody was logged in. You can close this page.',
    },
    cancel: {
      title: 'Stop the recovery?',
      intro: 'Somebody wants to recover your wallet on a new device. If this is not you, stop it.',
      yes: 'Stop the recovery',
      done: 'Stopped',
      doneText: 'The recovery was stopped. You can close this page.',
    },
    undo: {
      title: 'Undo the change?',
      intro:
        'The e-mail address of your wallet was changed. If this was not you, undo it: your old address opens the account again, and all devices are logged out.',
      yes: 'Undo the change',
      done: 'Undone',
      doneText: 'Your old e-mail address opens your account again. You can close this page.',
    },
    gone: 'This link is no longer valid',
    goneText: 'It was used, replaced or has expired. Start again in the app.',
    failed: 'That did not work',
    failedText: 'The service did not answer. Try again.',
    again: 'Try again',
  },
  de: {
    wait: 'Einen Moment …',
    device: {
      title: 'Sind Sie das?',
      intro:
        'Jemand möchte sich mit Ihrer E-Mail-Adresse anmelden. Bestätigen Sie nur, wenn Sie in der App jetzt dieselbe Zahl sehen.',
      number: 'Zahl in der App',
      app: 'App',
      browser: 'Browser',
      time: 'Zeit',
      yes: 'Ja, das bin ich',
      no: 'Nein, ablehnen',
      note: 'Danach bekommen Sie eine zweite E-Mail mit einem Code. Geben Sie ihn nur in dieser App ein.',
      done: 'Bestätigt',
      doneText:
        'Wir haben Ihnen eine E-Mail mit einem Code geschickt. Geben Sie ihn in der App ein. Sie können diese Seite schließen.',
      refused: 'Abgelehnt',
      refusedText: 'Niemand wurde angemeldet. Sie können diese Seite schließen.',
    },
    cancel: {
      title: 'Wiederherstellung stoppen?',
      intro: 'Jemand möchte Ihr Wallet auf einem neuen Gerät wiederherstellen. Wenn Sie das nicht sind, stoppen Sie es.',
      yes: 'Wiederherstellung stoppen',
      done: 'Gestoppt',
      doneText: 'Die Wiederherstellung wurde gestoppt. Sie können diese Seite schließen.',
    },
    undo: {
      title: 'Änderung rückgängig machen?',
      intro:
        'Die E-Mail-Adresse Ihres Wallets wurde geändert. Wenn Sie das nicht waren, machen Sie es rückgängig: Ihre alte Adresse öffnet das Konto wieder, und alle Geräte werden abgemeldet.',
      yes: 'Rückgängig machen',
      done: 'Rückgängig gemacht',
      doneText: 'Ihre alte E-Mail-Adresse öffnet Ihr Konto wieder. Sie können diese Seite schließen.',
    },
    gone: 'Dieser Link gilt nicht mehr',
    goneText: 'Er wurde benutzt, ersetzt oder ist abgelaufen. Beginnen Sie in der App noch einmal.',
    failed: 'Das hat nicht geklappt',
    failedText: 'Der Dienst hat nicht geantwortet. Versuchen Sie es noch einmal.',
    again: 'Noch einmal versuchen',
  },
  ar: {
    wait: 'لحظة من فضلك …',
    device: {
      title: 'هل هذا أنت؟',
      intro: 'يريد شخص ما تسجيل الدخول بعنوان بريدك الإلكتروني. أكّد فقط إذا كنت ترى الرقم نفسه في التطبيق الآن.',
      number: 'الرقم في التطبيق',
      app: 'التطبيق',
      browser: 'المتصفح',
      time: 'الوقت',
      yes: 'نعم، هذا أنا',
      no: 'لا، ارفض',
      note: 'بعد ذلك تصلك رسالة ثانية فيها رمز. لا تكتبه إلا في ذلك التطبيق.',
      done: 'تم التأكيد',
      doneText: 'أرسلنا إليك رسالة فيها رمز. اكتبه في التطبيق. يمكنك إغلاق هذه الصفحة.',
      refused: 'تم الرفض',
      refusedText: 'لم يُسجَّل دخول أحد. يمكنك إغلاق هذه الصفحة.',
    },
    cancel: {
      title: 'إيقاف الاستعادة؟',
      intro: 'يريد شخص ما استعادة محفظتك على جهاز جديد. إذا لم تكن أنت فأوقف ذلك.',
      yes: 'إيقاف الاستعادة',
      done: 'تم الإيقاف',
      doneText: 'أُوقفت الاستعادة. يمكنك إغلاق هذه الصفحة.',
    },
    undo: {
      title: 'التراجع عن التغيير؟',
      intro:
        'تغيّر عنوان البريد الإلكتروني لمحفظتك. إذا لم تكن أنت فتراجع عن ذلك: يفتح عنوانك القديم الحساب من جديد، وتُسجَّل كل الأجهزة خروجًا.',
      yes: 'التراجع عن التغيير',
      done: 'تم التراجع',
      doneText: 'يفتح عنوان بريدك القديم حسابك من جديد. يمكنك إغلاق هذه الصفحة.',
    },
    gone: 'لم يعد هذا الرابط صالحًا',
    goneText: 'استُخدم أو استُبدل أو انتهت صلاحيته. ابدأ من جديد في التطبيق.',
    failed: 'لم ينجح ذلك',
    failedText: 'لم تُجب الخدمة. حاول مرة أخرى.',
    again: 'حاول مرة أخرى',
  },
}

const routes = {
  '/device': { kind: 'device', yes: '/api/device/approve', no: '/api/device/deny', look: '/api/device/look' },
  '/cancel': { kind: 'cancel', yes: '/api/recovery/stop' },
  '/undo': { kind: 'undo', yes: '/api/email/change/undo' },
}

const language = navigator.languages.map((tag) => tag.split('-')[0]).find((tag) => tag in texts) ?? 'en'
const words = texts[language]
document.documentElement.lang = language
document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'

const main = document.getElementById('main')
const route = routes[location.pathname.replace(/\/+$/, '')] ?? routes['/device']
const own = words[route.kind]
const token = location.hash.slice(1)

void start()
addEventListener('hashchange', () => location.reload())

async function start() {
  show(words.wait)
  if (!/^[A-Za-z0-9_-]{16,64}$/.test(token)) return show(words.gone, words.goneText)
  if (!route.look) return ask([])
  const seen = await call(route.look)
  if (seen.failed) return seen.failed()
  const { state, appOrigin, browser, at, matchCode } = seen.answer
  if (state === 'approved') return show(own.done, own.doneText)
  if (state === 'denied') return show(own.refused, own.refusedText)
  ask(
    [
      [own.app, appOrigin],
      [own.browser, browser],
      // Western digits, as in the mail.
      [
        own.time,
        new Intl.DateTimeFormat(language === 'ar' ? 'ar-u-nu-latn' : language, {
          dateStyle: 'medium',
          timeStyle: 'short',
        }).format(at),
      ],
    ],
    matchCode,
  )
}

/** What is asked, with its buttons. */
function ask(rows, number) {
  const yes = button(own.yes, 'main', () => act(route.yes, own.done, own.doneText))
  const no = route.no ? [button(own.no, '', () => act(route.no, own.refused, own.refusedText))] : []
  const actions = element('div', { className: 'actions' }, yes, ...no)
  const list = rows.flatMap(([label, value]) => [element('dt', {}, label), element('dd', {}, element('bdi', {}, value))])
  show(
    own.title,
    own.intro,
    ...(number
      ? [element('p', { className: 'number', ariaLabel: `${own.number}: ${number}` }, element('bdi', { dir: 'ltr' }, number))]
      : []),
    ...(list.length > 0 ? [element('dl', {}, ...list)] : []),
    actions,
    ...(own.note ? [element('p', { className: 'note' }, own.note)] : []),
  )
}

async function act(path, title, text) {
  for (const each of main.querySelectorAll('button')) each.disabled = true
  const done = await call(path)
  if (done.failed) done.failed()
  else show(title, text)
}

/** The answer, or what shows why there is none. */
async function call(path) {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
      cache: 'no-store',
    })
    if (response.ok) return { answer: await response.json() }
    if (response.status === 410) return { failed: () => show(words.gone, words.goneText) }
  } catch {
    // As for an answer that says nothing.
  }
  return {
    failed: () =>
      show(words.failed, words.failedText, element('div', { className: 'actions' }, button(words.again, 'main', start))),
  }
}

/** Replaces what is shown; the heading takes the focus, so that screen readers begin there. */
function show(title, text, ...more) {
  document.title = title
  const heading = element('h1', { tabIndex: -1 }, title)
  main.replaceChildren(heading, ...(text ? [element('p', {}, text)] : []), ...more)
  heading.focus()
}

function button(label, className, onClick) {
  const made = element('button', { type: 'button', className }, label)
  // A click of a script on the page is nobody's answer.
  made.addEventListener('click', (event) => void (event.isTrusted && onClick()))
  return made
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}
