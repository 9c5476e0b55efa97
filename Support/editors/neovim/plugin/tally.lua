-- Files that end in .tally.
vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
  pattern = '*.tally',
  callback = function() vim.bo.filetype = 'tally' end,
})
vim.api.nvim_create_autocmd('FileType', {
  pattern = 'tally',
  callback = function() vim.bo.commentstring = '# %s' end,
})
