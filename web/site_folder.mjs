// The folder of a page without a server. A list in it names the files that were written, so that the next site replaces
// these and nothing else:
//
//   node site_folder.mjs FOLDER     fails with a reason if a site cannot be written to FOLDER
import {
    existsSync,
    lstatSync,
    mkdirSync,
    readdirSync,
    readFileSync,
    rmdirSync,
    statSync,
    unlinkSync,
    writeFileSync,
} from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

export const LIST = '.jogada-site'
const TITLE = 'Files of a site made by "jogada site", which replaces them:'

const inside = file =>
    file !== '' && normalize(file) === file && !file.startsWith('/') && !file.split('/').includes('..')

const isFolder = path => !!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()
const isFile = path => !!lstatSync(path, { throwIfNoEntry: false })?.isFile()

/** Whether all folders above a file are folders, not links to some elsewhere. */
const isBelow = (folder, file) =>
    file
        .split('/')
        .slice(0, -1)
        .every((_, i, parts) => isFolder(join(folder, ...parts.slice(0, i + 1))))

/** The files of the site in a folder; null: the folder has something else. */
function listed(folder) {
    if (!existsSync(folder)) return []
    if (!isFile(join(folder, LIST))) return readdirSync(folder).length ? null : []
    const [title, ...files] = readFileSync(join(folder, LIST), 'utf8').trimEnd().split('\n')
    return title === TITLE ? files.filter(inside) : null
}

/** Fails if the folder is neither empty nor that of a site. */
export function check(folder) {
    if (existsSync(folder) && !statSync(folder).isDirectory()) throw new Error(`${folder} is not a folder`)
    const files = listed(folder)
    if (!files) throw new Error(`${folder} has files that are not of a site; choose an empty folder`)
    return files
}

/** Writes files, [path, bytes], in the place of those of the site before. */
export function replace(folder, files) {
    const old = check(folder),
        taken = files.find(([path]) => existsSync(join(folder, path)) && !old.includes(path))
    if (taken) throw new Error(`${join(folder, taken[0])} is not of a site; move it away`)
    for (const path of old) if (isBelow(folder, path) && isFile(join(folder, path))) unlinkSync(join(folder, path))
    for (const part of new Set(old.map(dirname)))
        if (part !== '.' && isFolder(join(folder, part)) && !readdirSync(join(folder, part)).length)
            rmdirSync(join(folder, part))
    mkdirSync(folder, { recursive: true })
    // The list comes first: whatever an interruption leaves behind can be replaced.
    writeFileSync(join(folder, LIST), [TITLE, ...files.map(([path]) => path), ''].join('\n'))
    for (const [path, bytes] of files) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), bytes)
    }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
    try {
        check(process.argv[2])
    } catch (why) {
        console.error('jogada: ' + why.message)
        process.exit(1)
    }
