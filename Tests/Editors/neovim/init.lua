-- What the guide says, with the program and the store of the tests.
local root = vim.env.TALLY_ROOT
vim.opt.runtimepath:prepend(root .. '/Support/editors/vim')
vim.opt.runtimepath:prepend(root .. '/Support/editors/neovim')
vim.cmd('filetype plugin on | syntax on')
vim.opt.swapfile = false
vim.opt.signcolumn = 'yes'
vim.opt.shadafile = 'NONE'
require('tally').setup({
  cmd = { vim.env.TALLY, 'lsp', '--now', '2026-06-30T18:20:00+02:00' },
  store = vim.env.TALLY_STORE_OF_TEST,
  zone = 'Europe/Berlin',
})
vim.diagnostic.config({ virtual_text = true })
