-- Tally in Neovim 0.7 or later: starts `tally lsp`, and shows answers below their statements.
--
--     require('tally').setup({ cmd = { 'tally', 'lsp' }, store = nil, zone = nil })

local M = { options = { cmd = { 'tally', 'lsp' }, filetypes = { 'tally', 'markdown' } } }

local answers = vim.api.nvim_create_namespace('tally')
local clients = {}

-- Lines of Markdown count only if there is a block of Tally.
local function has_script(buffer)
  if vim.bo[buffer].filetype ~= 'markdown' then return true end
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    if line:match('^```+%s*{?tally') or line:match('^~~~+%s*{?tally') then return true end
  end
  return false
end

local function client_of(buffer)
  for _, client in pairs(vim.lsp.buf_get_clients(buffer)) do
    if client.name == 'tally' then return client end
  end
end

--- Starts the server for a buffer, or attaches the buffer to the one that runs.
function M.attach(buffer)
  buffer = (buffer == nil or buffer == 0) and vim.api.nvim_get_current_buf() or buffer
  if client_of(buffer) or not has_script(buffer) then return end
  local key = table.concat(M.options.cmd, ' ')
  if not clients[key] then
    clients[key] = vim.lsp.start_client({
      name = 'tally',
      cmd = M.options.cmd,
      init_options = { store = M.options.store, zone = M.options.zone, now = M.options.now },
      on_exit = function() clients[key] = nil end,
    })
  end
  if clients[key] then vim.lsp.buf_attach_client(buffer, clients[key]) end
end

--- Removes all answers of a buffer.
function M.clear(buffer) vim.api.nvim_buf_clear_namespace(buffer or 0, answers, 0, -1) end

-- The last line of the statement that starts on a line: lines that are indented or start with a pipe continue it.
local function last_line(buffer, line)
  local lines = vim.api.nvim_buf_get_lines(buffer, line + 1, -1, false)
  for _, text in ipairs(lines) do
    if not text:match('^%s+%S') and not text:match('^|') then break end
    line = line + 1
  end
  return line
end

local function show(buffer, line, text)
  local shown = {}
  for part in (text:gsub('\n+$', '') .. '\n'):gmatch('(.-)\n') do
    table.insert(shown, { { part == '' and ' ' or part, 'Comment' } })
  end
  local place = last_line(buffer, line)
  vim.api.nvim_buf_clear_namespace(buffer, answers, place, place + 1)
  vim.api.nvim_buf_set_extmark(buffer, answers, place, 0, { virt_lines = shown })
end

--- Answers the statement on a line, from 0, below it. Without a line, that of the cursor.
function M.run(line, buffer)
  buffer = buffer or vim.api.nvim_get_current_buf()
  line = line or vim.api.nvim_win_get_cursor(0)[1] - 1
  local client = client_of(buffer)
  if not client then return vim.notify('tally: no server is running for this file', vim.log.levels.WARN) end
  local parameters = { command = 'tally.run', arguments = { vim.uri_from_bufnr(buffer), line } }
  client.request('workspace/executeCommand', parameters, function(failure, result)
    if failure then return vim.notify('tally: ' .. failure.message, vim.log.levels.ERROR) end
    if result and result.text then show(buffer, line, result.text) end
  end, buffer)
end

function M.setup(options)
  M.options = vim.tbl_extend('force', M.options, options or {})
  -- The lens above a statement runs it.
  vim.lsp.commands['tally.run'] = function(command)
    M.run(command.arguments[2], vim.uri_to_bufnr(command.arguments[1]))
  end
  vim.api.nvim_create_user_command('TallyRun', function() M.run() end, { desc = 'Answer the statement at the cursor below it' })
  vim.api.nvim_create_user_command('TallyClear', function() M.clear() end, { desc = 'Remove the answers of Tally' })
  local group = vim.api.nvim_create_augroup('tally', {})
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = M.options.filetypes,
    callback = function(event) M.attach(event.buf) end,
  })
end

return M
